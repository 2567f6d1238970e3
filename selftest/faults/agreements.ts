import { accessToken } from '#mock/http/bearer';
import type { Call } from '#mock/operation';
import { digest } from '#mock/world/identifiers';
import { bodyMatches, isEmptyObject, isList, isMalformed, matchingRows } from './bodies.ts';
import { type Patch, type Row, toFaults } from './fault.ts';
import { expiredToken, listedErrors, madeUpToken, noToken, otherScheme } from './listed-errors.ts';
import matching from './matching.json' with { type: 'json' };
import { afterCancellation } from './payment-intents.ts';
import { hasTokenOfCode, isBetween } from './protected-operations.ts';
import { all, getToken, hasHeader, inPortuguese, inSpanish, none, times, type When } from './requests.ts';
import { redirect, rejectInHtml, rejections, succeedInHtml, successBodies, translate } from './responses.ts';
import { failWhen, rejectWhen, skipRule } from './rules.ts';
import { changeField, copyField, dropField, fieldRows, numberIds, repeatWithin, setFields } from './successes.ts';
import { has, isNotOfType, isOfType, lacks, matches, textAt, where } from './values.ts';

const platformOr = (id: string, { headers }: Call): string => `${headers['x-platform-id'] ?? id}`;
const ofToken = (_: string, call: Call): string => `https://wallet.example/${digest(getToken(call))}`;
const toReturn = (uri: string, call: Call): string => `${textAt(call, 'return_uri') || uri}?agreement=1`;
const withToken = (uri: string, call: Call): string => `${uri}?access_token=${getToken(call)}`;
const getFlow = (call: Call): string => textAt(call, 'external_flow_id').replace(/[^\w<>]/g, '');
const withFlow = (uri: string, call: Call): string => `${uri}#${getFlow(call)}`;
const getClient = ({ query }: Call): string => `${query['client.id']}`;
const changeUri = (change: (uri: string) => string): Patch => changeField('agreement_uri', change);
const lacksUser = (call: Call): boolean => has('agreement_data')(call) && !has('external_user')(call);

const secondRelative = setFields({ agreement_uri: '/wallet' }, times(2, getToken));
const amount = 'agreement_data.validation_amount';
const hasPlatform = hasHeader('x-platform-id');
const hasDigits: When = ({ headers }) => /^\d+$/.test(`${headers['x-platform-id']}`);
const hasClient = queryMatches(/^/);
const hasFraction = where(amount, (value) => typeof value === 'number' && !Number.isInteger(value));
const isNotNumber = isNotOfType(amount, 'number');
const lacksClient: When = (call) => !hasClient(call) && accessToken(call) !== undefined;
const translateExtended = translate('Bad-Request', 'invalid_json', all(isMalformed, bodyMatches(/}\s*$/)));

const rows: readonly Row[] = [
  ...fieldRows('WAL-01', { agreement_id: 4021, agreement_uri: { href: 'https://wallet.example/' } }),
  ['WAL-01', 'no-client-no-uri', 'No agreement_uri without client.id', dropField('agreement_uri', none(hasClient))],
  ['WAL-01', 'found', 'A success is a redirect', redirect],
  ['WAL-02', 'uri-schemeless', 'The agreement_uri has no scheme', changeUri((uri) => uri.replace('https:', ''))],
  ['WAL-02', 'uri-host', 'The agreement_uri begins with its host', changeUri((uri) => uri.replace('https://', ''))],
  ['WAL-02', 'uri-blank', 'The agreement_uri has a blank', changeUri((uri) => `${uri}?of=a seller`)],
  ['WAL-02', 'uri-no-host', 'The agreement_uri has no host', changeUri((uri) => uri.replace(/\/\/[^/]*/, '///wallet'))],
  ['WAL-03', 'flowless', 'One id without a flow', setFields({ agreement_id: 'null' }, lacks('external_flow_id'))],
  ['WAL-03', 'ids-of-a-moment', 'Simultaneous agreements have one id', repeatWithin(100, 'agreement_id')],
  ['WAL-03', 'second-uri-relative', 'A second agreement has a relative agreement_uri', secondRelative],
  ['WAL-03', 'id-of-user', 'The agreement_id is the id of the user', copyField('agreement_id', 'external_user.id')],
  ['WAL-03', 'id-as-sent', 'An agreement_id in a request is taken over', copyField('agreement_id', 'agreement_id')],
  ['WAL-03', 'per-client', 'The ids of each client begin anew', numberIds('agreement_id', getClient)],
  ['WAL-03', 'per-platform', 'Each platform begins anew', numberIds('agreement_id', (call) => platformOr('', call))],
  ['WAL-03', 'id-of-flow', 'The agreement_id is the flow', copyField('agreement_id', 'external_flow_id')],
  ['WAL-02', 'uri-of-return', 'The agreement_uri is the return_uri and more', changeField('agreement_uri', toReturn)],
  ['WAL-01', 'uri-only-to-return', 'No link without a return_uri', dropField('agreement_uri', lacks('return_uri'))],
  ['WAL-24', 'uri-of-token', 'The agreement_uri is the same for a token', changeField('agreement_uri', ofToken)],
  ['WAL-05', 'id-of-platform', 'The agreement_id is the x-platform-id', changeField('agreement_id', platformOr)],
  ['WAL-20', 'scheme-platform', 'A platform may use any scheme', skipRule(otherScheme, hasPlatform)],
  ['WAL-14', 'expired-no-user', 'An expired token is accepted without a user', skipRule(expiredToken, lacksUser)],
  ['WAL-06', 'fraction-portuguese', 'A fraction in Portuguese is rejected', rejectWhen(all(inPortuguese, hasFraction))],
  ['WAL-22', 'fraction-spanish', 'A fraction in Spanish is rejected', rejectWhen(all(inSpanish, hasFraction))],
  ['WAL-22', 'uri-of-flow', 'The agreement_uri has brackets of a flow', changeField('agreement_uri', withFlow)],
  ['WAL-15', 'negative-no-uri', 'A negative amount gives no link', dropField('agreement_uri', matches(amount, /^-/))],
  ['WAL-15', 'flow-html', 'A flow with a line feed returns a page', succeedInHtml(matches('external_flow_id', /\r/))],
  ['WAL-15', 'no-client-fails', 'A request without client.id fails', failWhen(lacksClient)],
  ['WAL-21', 'extended-unlabelled', 'JSON with extensions gets another label', translateExtended],
  ['WAL-15', 'amount-infinite', 'An amount beyond doubles fails', failWhen(where(amount, (it) => it === Infinity))],
  ['TOK-84', 'uri-of-secret', 'The agreement_uri has the access token', changeField('agreement_uri', withToken)],
  ['TOK-19', 'renewal-renewed', 'A renewal ends the token of the last one', rejectWhen(isBetween, 'unauthorized', 401)],
  ['WAL-15', 'client-negative', 'A negative client.id fails', failWhen(queryMatches(/^-/))],
  ['WAL-15', 'platform-empty', 'An empty platform fails', failWhen(({ headers }) => headers['x-platform-id'] === '')],
  ['WAL-04', 'client-refused', 'A client.id is rejected', rejectWhen(hasClient)],
  ['WAL-01', 'client-fails', 'A client.id fails', failWhen(hasClient)],
  ['WAL-05', 'platform-refused', 'An x-platform-id is rejected', rejectWhen(hasPlatform)],
  ['WAL-05', 'platform-fails', 'An x-platform-id fails', failWhen(hasPlatform)],
  ['WAL-05', 'platform-number', 'A platform gets a number as id', setFields({ agreement_id: 7 }, hasPlatform)],
  ['WAL-06', 'fraction-fails', 'An amount with a fraction fails', failWhen(hasFraction)],
  ['WAL-06', 'fraction-html', 'An amount with a fraction returns HTML', succeedInHtml(hasFraction)],
  ['WAL-06', 'fraction-no-uri', 'A fraction returns no agreement_uri', dropField('agreement_uri', hasFraction)],
  ...successBodies('WAL-07', 'html', 'empty', 'untyped', 'text-plain', 'truncated', 'short'),
  ...rejections('WAL-08', 'html', 'html-called-json', 'untyped', 'text-plain', 'truncated'),
  ...listedErrors('wallet-agreements'),
  ['WAL-11', 'label-in-spanish', 'The label is translated to Spanish', translate('Bad-Request', 'Pedido-Inválido')],
  ['WAL-12', 'no-token-no-client', 'No token is needed without client.id', skipRule(noToken, none(hasClient))],
  ['WAL-13', 'made-up-no-client', 'Any token is good without client.id', skipRule(madeUpToken, none(hasClient))],
  ['WAL-14', 'expired-no-client', 'No token expires without client.id', skipRule(expiredToken, none(hasClient))],
  ['WAL-14', 'expired-platform', 'A platform may use an expired token', skipRule(expiredToken, hasPlatform)],
  ['WAL-15', 'amount-typed', 'An amount that is not a number fails', failWhen(isNotNumber)],
  ['WAL-15', 'amount-html', 'An amount that is not a number is rejected in HTML', rejectInHtml(isNotNumber)],
  ['WAL-15', 'uri-typed', 'A return_uri that is not text fails', failWhen(isNotOfType('return_uri', 'string'))],
  ['WAL-15', 'user-typed', 'An external_user that is text fails', failWhen(isOfType('external_user', 'string'))],
  ['WAL-15', 'client-typed', 'A client.id that is not a number fails', failWhen(queryMatches(/\D|^$/))],
  ['WAL-15', 'client-trailed', 'A number followed by letters fails', failWhen(queryMatches(/^\d+\D/))],
  ['WAL-15', 'no-user-fails', 'An agreement without a user fails', failWhen(lacksUser)],
  ['WAL-15', 'empty-object-fails', 'An empty object fails', failWhen(isEmptyObject)],
  ['WAL-15', 'list-fails', 'A body that is a list fails', failWhen(isList)],
  ['TOK-19', 'code-token', 'The token of a code makes no agreement', rejectWhen(hasTokenOfCode, 'unauthorized', 401)],
  ['TOK-56', 'after-cancellation', 'After a cancellation an agreement fails', failWhen(afterCancellation())],
  ...matchingRows(matching.agreements),
  ['WAL-22', 'platform-digits', 'A platform of digits is rejected', rejectWhen(hasDigits)],
];

/** Faults of wallet agreements (2.5, 7). */
export const agreementFaults = toFaults('wallet-agreements', 'agreement', rows);

function queryMatches(pattern: RegExp): When {
  return ({ query }) => query['client.id'] !== undefined && pattern.test(`${query['client.id']}`);
}
