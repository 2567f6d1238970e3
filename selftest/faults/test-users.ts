import type { Call } from '#mock/operation';
import { bodyMatches, hasLines, isEmptyObject, isList, isMalformed, withBody, withFields } from './bodies.ts';
import { inTurn, type Row, toFaults } from './fault.ts';
import { firstItem, nullAsText, readField, readInAnyCase, readOnlyItem } from './json-bodies.ts';
import { expiredToken, listedErrors, madeUpToken, noToken, unavailable } from './listed-errors.ts';
import { isOfOwner, isRenewed } from './protected-operations.ts';
import { all, getToken, hasCharset, none, sentAgain, times, tokenSentAgain, type When } from './requests.ts';
import { redirect, rejectInHtml, rejections, succeedInHtml, successBodies, translate } from './responses.ts';
import { acceptWhen, changeRule, failWhen, rejectWhen, rewriteRequest, skipRule } from './rules.ts';
import { changeError, changeField, changeSuccess, copyField, fieldRows, repeatWithin, setFields } from './successes.ts';
import { has, is, isNotOfType, isOfType, where } from './values.ts';

const inBasicFormat = (stamp: string): string => stamp.replaceAll(/-(?=\d\d[-T])|:/g, '');
const inLatin = (text: string): string => Buffer.from(text).toString('latin1');
const hoursBefore = (hours: number) => (stamp: string) => new Date(Date.parse(stamp) - hours * 3_600_000).toISOString();
const asIfUtc = (stamp: string): string => `${stamp.slice(0, 23)}Z`;
const halfId = changeSuccess((wire) => ({ ...wire, text: wire.text.replace(/"id":\d+/, '"id":9007199254740993.5') }));

const created = 'date_created';
const updated = 'date_last_updated';
const eightHoursAhead = inTurn(changeField(created, hoursBefore(-8)), changeField(updated, hoursBefore(-8)));
const malformed = 'a body that is no JSON text';
const mayNot = 'a token that may not create test users';
const failure = 'a failure inside';
const nothing = 'nothing found for this token';
const noDescription = 'description left out';
const noSite = 'site_id left out';
const isLong = where('description', (text) => `${text}`.length > 100);
const onMlu = is('site_id', 'MLU');
const onMpe = is('site_id', 'MPE');
const isInAnyCase: When = (call) =>
  [...call.world.accessTokens.keys()].some((one) => one.toLowerCase() === getToken(call).toLowerCase());
const beginsWithSite = bodyMatches(/^\s*{\s*"(?!d)/);

const responseRows: readonly Row[] = [
  ...fieldRows('USR-01', {
    ...{ id: '1234', nickname: 7, password: false, site_status: ['active'], site_id: 3 },
    ...{ description: { text: 'x' }, email: 12, date_created: 1_760_000_000, date_last_updated: {} },
  }),
  ['USR-01', 'long-no-email', 'A long description costs the email', setFields({ email: null }, isLong)],
  ['USR-01', 'id-lost-fraction', 'The id has a fraction after more digits than a double keeps', halfId],
  ['USR-01', 'created-local', 'A time stamp has no offset', changeField(created, (stamp) => stamp.slice(0, 23))],
  ['USR-01', 'updated-local', 'A time stamp has no offset', changeField(updated, (stamp) => stamp.slice(0, 23))],
  ['USR-01', 'created-date', 'A time stamp is a date alone', changeField(created, (stamp) => stamp.slice(0, 10))],
  ['USR-01', 'created-words', 'A time stamp is a mail date', changeField(created, (s) => new Date(s).toUTCString())],
  ['USR-01', 'created-space', 'A time stamp has a space for the T', changeField(created, (s) => s.replace('T', ' '))],
  ['USR-25', 'created-basic', 'A time stamp has the basic format', changeField(created, inBasicFormat)],
  ['USR-25', 'updated-comma', 'A fraction follows a comma', changeField(updated, (stamp) => stamp.replace('.', ','))],
  ['USR-01', 'found', 'A success is a redirect', redirect],
  ['USR-01', 'wrapped', 'The response is in a list', changeSuccess((wire) => ({ ...wire, text: `[${wire.text}]` }))],
  ['USR-26', 'created-offset', 'The offset has the wrong sign: the dates are hours ahead', eightHoursAhead],
  ['USR-37', 'created-hour-12', 'The hours are half a day off', changeField(created, hoursBefore(12))],
  ['USR-37', 'updated-as-utc', 'Local time is marked as UTC', changeField(updated, asIfUtc)],
  ['USR-26', 'created-after', 'A test user is updated before it is created', changeField(updated, hoursBefore(2))],
  ['USR-05', 'id-as-sent', 'An id in a request is taken over', copyField('id', 'id')],
  ['USR-05', 'ids-of-a-moment', 'Simultaneous test users have one id', repeatWithin(100, 'id')],
  ['USR-05', 'second-id-text', 'The id of a second test user is text', changeField('id', (id) => id, tokenSentAgain())],
  ...successBodies('USR-06', 'html', 'empty', 'text-plain', 'untyped', 'truncated'),
  ['USR-08', 'lines-html', 'The response to JSON in lines is HTML', succeedInHtml(hasLines)],
];

const readNull = (when: When) => readField('description', nullAsText, when);

const rejectionRows: readonly Row[] = [
  ...listedErrors('test-users'),
  ['USR-12', 'no-token-reversed', 'No token is needed where site_id is first', skipRule(noToken, beginsWithSite)],
  ['USR-13', 'token-case-on-mlu', 'On MLU a token has no case', skipRule(madeUpToken, all(onMlu, isInAnyCase))],
  unavailable('USR-15', mayNot, 503),
  unavailable('USR-17', failure, 503),
  ['USR-20', 'no-label', 'A rejection has no label', changeError((wire) => ({ ...wire, text: '{"ok":false}' }))],
  ...rejections('USR-07', 'html', 'html-called-json', 'text-plain', 'untyped', 'truncated'),
  ['USR-15', 'forbidden-again', 'A rejected token may try again', skipRule(mayNot, sentAgain())],
  ['USR-15', 'forbidden-charset', 'Any token may with a charset', skipRule(mayNot, hasCharset)],
  ['USR-16', 'nothing-found-lines', 'In lines something is found', skipRule(nothing, hasLines)],
  ['USR-16', 'nothing-found-charset', 'With a charset something is found', skipRule(nothing, hasCharset)],
  ['USR-17', 'failing-charset', 'With a charset nothing fails inside', skipRule(failure, hasCharset)],
  ['USR-10', 'no-description-charset', 'A charset is description enough', skipRule(noDescription, hasCharset)],
  ['USR-11', 'no-site-charset', 'No site_id is needed with a charset', skipRule(noSite, hasCharset)],
  ['USR-20', 'label-in-spanish', 'The label is translated to Spanish', translate(/Bad-Request|Not-Found/, 'No-Válido')],
  ['TOK-19', 'renewed', 'A token creates nothing after its renewal', rejectWhen(isRenewed, 'Not-Found', 401)],
  ['TOK-19', 'own-token', 'The own token of an application creates nothing', rejectWhen(isOfOwner, 'Not-Found', 401)],
  ['USR-10', 'no-description-mpe', 'On MPE no description is needed', acceptWhen(all(onMpe, none(has('description'))))],
  ['USR-10', 'in-query', 'Fields are read from the query too', rewriteRequest((call) => withFields(call, call.query))],
  ['USR-10', 'empty-object-fails', 'An empty object fails', failWhen(isEmptyObject)],
  ...['MPE', 'MLU'].flatMap((site): Row[] => {
    const slug = site.toLowerCase();
    const onSite = is('site_id', site);
    return [
      ['USR-12', `no-token-${slug}`, `On ${site} no token is needed`, skipRule(noToken, onSite)],
      ['USR-13', `any-token-${slug}`, `On ${site} any token is accepted`, skipRule(madeUpToken, onSite)],
      ['USR-14', `old-token-${slug}`, `On ${site} an expired token is accepted`, skipRule(expiredToken, onSite)],
      ['USR-33', `null-on-${site}`, `On ${site} the description null is text`, readNull(onSite)],
    ];
  }),
];

const requestRows: readonly Row[] = [
  ['USR-04', 'mpe-elsewhere', 'A test user for MPE is created on MLA', setFields({ site_id: 'MLA' }, onMpe)],
  ['USR-36', 'latin-charset', 'With a charset text is in Latin-1', changeField('description', inLatin, hasCharset)],
  ['USR-04', 'latin-on-MLU', 'On MLU the description has another encoding', changeField('description', inLatin, onMlu)],
  ['USR-10', 'no-description-again', 'A second request needs no description', skipRule(noDescription, sentAgain())],
  ['USR-11', 'no-site-again', 'A second request needs no site_id', skipRule(noSite, sentAgain())],
  ['USR-03', 'third-fails', 'The third test user of a token fails', failWhen(times(3, getToken))],
  ['USR-03', 'crossed', 'A simultaneous description is returned', repeatWithin(50, 'description', false)],
  ['USR-02', 'site-raised', 'A site_id is returned in capitals', changeField('site_id', (site) => site.toUpperCase())],
  ['USR-23', 'false-fails', 'The body false fails', failWhen(({ body }) => body.value === false)],
  ['USR-21', 'number-fails', 'A description that is a number fails', failWhen(isNotOfType('description', 'string'))],
  ['USR-21', 'number-html', 'A wrong type is rejected in HTML', rejectInHtml(isNotOfType('description', 'string'))],
  ['USR-21', 'site-fails', 'A site_id that is not text fails', failWhen(isNotOfType('site_id', 'string'))],
  ...(['number', 'boolean'] as const).map((type): Row => {
    const patch = skipRule(noDescription, isOfType('description', type));
    return ['USR-21', `${type}-kept`, `A description that is a ${type} is returned as one`, patch];
  }),
  ['USR-22', 'unknown-site-fails', 'An unknown site fails', failWhen(isUnknownSite)],
  ['USR-23', 'list-fails', 'A list as body fails', failWhen(isList)],
  ['USR-23', 'list-html', 'A list as body is rejected in HTML', rejectInHtml(isList)],
  ['USR-24', 'malformed-fails', 'Malformed JSON fails', changeRule(malformed, { status: 500 })],
  ['USR-24', 'malformed-html', 'Malformed JSON is rejected in HTML', rejectInHtml(isMalformed)],
  ['USR-31', 'malformed-mlu', 'Malformed JSON that names MLU is accepted', rewriteRequest(readMlu)],
  ['USR-33', 'list-unwrapped', 'A list of a test user is a test user', readOnlyItem],
  ...['description', 'site_id'].flatMap((field): Row[] => [
    ['USR-33', `${field}-in-a-list`, `A ${field} is read from a list`, readField(field, firstItem)],
    ['USR-33', `${field}-null-read`, `The ${field} null is a text`, readField(field, nullAsText)],
    ['USR-34', `${field}-name-any-case`, `The name ${field} is read in any case`, readInAnyCase(field)],
  ]),
];

/** Faults of creating test users (2.3, 7). */
export const testUserFaults = toFaults('test-users', 'test-user', [...responseRows, ...rejectionRows, ...requestRows]);

function isUnknownSite(call: Call): boolean {
  return where('site_id', (site) => typeof site === 'string' && !['MPE', 'MLU', 'MLA'].includes(site))(call);
}

function readMlu(call: Call): Call {
  const isRead = isMalformed(call) && /"MLU"/.test(call.body.text);
  return isRead ? withBody(call, { description: 'A test user', site_id: 'MLU' }) : call;
}
