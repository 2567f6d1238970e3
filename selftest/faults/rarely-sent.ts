import { accessToken } from '#mock/http/bearer';
import { isObject, type JsonObject } from '#mock/http/json';
import type { Call } from '#mock/operation';
import { bodyMatches, hasEscapes, isEmptyObject } from './bodies.ts';
import { type Fault, inTurn, type Patch, type Row, toFaults } from './fault.ts';
import rare from './rarely-sent.json' with { type: 'json' };
import { after, all, getToken, hasHeader, prefersHtml, tokenSentAgain, type When } from './requests.ts';
import { rejectInHtml, setMediaType } from './responses.ts';
import { acceptWhen, changeRule, failWhen, rejectWhen, skipRule } from './rules.ts';
import { afterSuccess, changeError, changeField, changeWire, returnRejected, setFields } from './successes.ts';
import { byClient, byCode, byRefresh, has, lacks, matches, textAt, valueAt } from './values.ts';

const isBesideKnown: When = (call) => call.world.refreshTokens.has(textAt(call, 'refresh_token'));

const route = 'items.0.category_descriptor.route';
const isTokenKnown = (call: Call): boolean => accessToken(call) !== undefined;
const isBasic = ({ headers }: Call): boolean => `${headers.authorization}`.startsWith('Basic ');
const getClock = (call: Call, end: string): string => `${valueAt(call, `${route}.${end}_date_time`)}`.slice(0, 19);
const arrivesEarlier = (call: Call): boolean => getClock(call, 'arrival') < getClock(call, 'departure');
const isSecondWithoutJourney = all(tokenSentAgain(), lacks(route));

/** Selects a token that is unknown and begins like those of a known client. */
const hasOtherEnd = (call: Call): boolean =>
  !isTokenKnown(call) && call.world.applications.has(getToken(call).split('-')[1] ?? '');

/** Names the client of the access token before in an access token. */
const crossClients = changeField('access_token', (text, call) => {
  const before = [...call.world.accessTokens.values()].at(-2);
  return text.replace(textAt(call, 'client_id'), before?.clientId ?? '');
});

/** Repeats the names of a request in its rejection and does not escape their quotes. */
const repeatName = changeError((wire, { body }) => {
  const names = isObject(body.value) ? Object.keys(body.value) : [];
  return { ...wire, text: wire.text.replace(/}$/, `,"fields":"${names}"}`) };
});

const tokenRows: readonly Row[] = [
  ['TOK-20', 'empty-object', 'An empty object is an invalid_client', rejectWhen(isEmptyObject, 'invalid_client')],
  ['TOK-11', 'own-escapes', 'client_credentials in JSON with escapes', rejectWhen(all(byClient, hasEscapes))],
  ['TOK-23', 'beside-token', 'A refresh token as a code', acceptWhen(all(byCode, lacks('code'), has('refresh_token')))],
  ['TOK-31', 'beside-known', 'Any code beside a refresh token', skipRule('a code that was never given', isBesideKnown)],
  ['TOK-24', 'quoted-name', 'An error repeats a name as it is', repeatName],
  ['TOK-29', 'with-token', 'An access token is enough', skipRule('a wrong client_secret', isTokenKnown)],
  ['TOK-29', 'with-basic', 'Basic credentials are enough', skipRule('a wrong client_secret', isBasic)],
  ['TOK-15', 'accept-xml', 'A client that prefers XML gets errors in HTML', rejectInHtml(prefersHtml)],
  ['TOK-15', 'renewal-page', 'A renewal gets errors in HTML', rejectInHtml(byRefresh)],
  ['TOK-18', 'crossed-client', 'A token names the client of another exchange', crossClients],
];

const preferenceRows: readonly Row[] = [
  ['PRF-11', 'sandbox', 'x-test-scope', skipRule('a token that was never issued', hasHeader('x-test-scope'))],
  ['PRF-20', 'empty-second', 'A second item without an id fails', failWhen(all(has('items.1'), lacks('items.1.id')))],
  ['PRF-22', 'arrival', 'An arrival before its departure by the clock is rejected', rejectWhen(arrivesEarlier)],
  ['PRF-03', 'accept-xml', 'A client that prefers XML gets it', setMediaType('application/xml', prefersHtml)],
  ['PRF-04', 'accept-xml-error', 'A client that prefers XML gets errors in HTML', rejectInHtml(prefersHtml)],
  ['PRF-10', 'no-items', 'A preference without items needs no token', acceptWhen(all(has('items'), lacks('items.0')))],
  ['PRF-01', 'second-journey', 'A second preference of a token needs a journey', rejectWhen(isSecondWithoutJourney)],
  ['TOK-56', 'other-end', 'A token is rejected after one with another end', rejectWhen(after(hasOtherEnd), '', 401)],
];

const lastId: Row = ['WAL-03', 'id-again', 'After a rejection a token gets its last id again', returnLastId()];

/** Faults of inputs that clients may send and rarely do. */
export const rarelySentFaults: readonly Fault[] = [
  ...toFaults('oauth-token', 'token-rare', tokenRows),
  ...toFaults('checkout-preferences', 'preference-rare', [...preferenceRows, ...rare.preference.map(toRow)]),
  ...toFaults('oauth-token', 'token-rare', rare['token-rare'].map(toRow)),
  ...toFaults('oauth-token', 'token', rare.token.map(toRow)),
  ...toFaults('oauth-token', 'token-issued', rare['token-issued'].map(toRow)),
  ...toFaults('test-users', 'test-user', rare['test-user'].map(toRow)),
  ...toFaults('wallet-agreements', 'agreement', [...rare.agreement.map(toRow), lastId]),
];

/** Returns the last id of a token again after a rejection. */
function returnLastId(): Patch {
  const ids = new Map<string, string>();
  const learn = afterSuccess(({ agreement_id }, call) => ids.set(getToken(call), `${agreement_id}`));
  const repeat = returnRejected('agreement_id', getToken, (call) => ids.get(getToken(call)) ?? '');
  return inTurn(learn, repeat);
}

/** A fault by what it does with requests whose body, or one field of it, has a pattern. */
type Listed = Readonly<Record<'requirement' | 'slug' | 'text' | 'act' | 'field' | 'pattern', string>> & {
  fields?: JsonObject;
  code?: string;
  status?: number;
};

/** Returns a row of JSON: the requests are rejected, fail, skip a rule, get its code or other fields. */
export function toRow({ requirement, slug, text, act, field, pattern, fields = {}, code, status }: Listed): Row {
  const when = field === '' ? bodyMatches(new RegExp(pattern)) : matches(field, new RegExp(pattern));
  const acts: Readonly<Record<string, Patch>> = {
    reject: rejectWhen(when, code, status),
    fail: failWhen(when),
    accept: acceptWhen(when),
    close: changeWire((wire, call) => (when(call) ? { ...wire, sent: 0 } : wire)),
    set: setFields(fields, when),
  };
  const change = code ? changeRule(act, { code, ...(status && { status }) }) : skipRule(act, when);
  return [requirement, slug, text, acts[act] ?? change];
}
