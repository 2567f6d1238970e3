import type { Json, JsonObject } from '#mock/http/json';
import type { Call } from '#mock/operation';
import echoes from './echoes.json' with { type: 'json' };
import { type Patch, type Row, toFaults } from './fault.ts';
import { getToken } from './requests.ts';
import { changeBody, changeField, numberIds, repeatFirst, returnRejected, setFields } from './successes.ts';
import { is, textAt } from './values.ts';

const onMlu = is('site_id', 'MLU');
const getDescription = (call: Call): string => textAt(call, 'description');
const decodeAll = (sent: string): string => (/%(?![\da-f]{2})/i.test(sent) ? sent : decodeURIComponent(sent));
const echo = (change: (sent: string) => Json): Patch => changeField('description', change);
const getTokenAndSite = (call: Call): string => `${getToken(call)} ${textAt(call, 'site_id')}`;
const onKnownSite = (site: string): string => (/^(?:MPE|MLU|MLA)$/i.test(site) ? site : 'MLA');
const inLima = (stamp: string): string => `${new Date(Date.parse(stamp) - 18_000_000).toISOString().slice(0, 19)}Z`;
const writtenInLima = changeField('date_created', inLima, is('site_id', 'MPE'));

/** Ways to change a description in the response, other than those in echoes.json. */
const others: readonly (readonly [slug: string, how: string, change: (sent: string) => string])[] = [
  ['escaped', 'escaped for HTML', (sent) => sent.replaceAll('&', '&amp;').replaceAll('<', '&lt;')],
  ['capitals', 'in capitals', (sent) => sent.toUpperCase()],
  ['normalised', 'normalised', (sent) => sent.normalize('NFC')],
  ['letters-decoded', 'with letters percent-decoded', (sent) => sent.replace(/%[46][1-9a-f]/gi, decodeURIComponent)],
  ['all-decoded', 'decoded if all its percent signs are codes', decodeAll],
  ['exponents', 'without exponents', (sent) => (/^\d+e\d+$/.test(sent) ? `${Number(sent)}` : sent)],
  ['dates', 'with its date written anew', (sent) => sent.replace(/^\d+-\S+T\S+$/, (s) => new Date(s).toISOString())],
];
const simple = echoes.map(({ slug, how, pattern, flags, to }): (typeof others)[number] => {
  return [slug, how, (sent) => sent.replace(new RegExp(pattern, flags), to)];
});

const echoRows: readonly Row[] = [
  ...[...simple, ...others].map(
    ([slug, how, change]): Row => ['USR-03', slug, `The description is returned ${how}`, echo(change)],
  ),
  ['USR-02', 'site-lower', 'The site_id is returned in lower case', changeField('site_id', (s) => s.toLowerCase())],
  ['USR-02', 'site-constant', 'The site_id is always MPE', setFields({ site_id: 'MPE' })],
  ['USR-02', 'site-spaced', 'The site_id is returned with a space', changeField('site_id', (site) => `${site} `)],
  ['USR-04', 'site-mla', 'The site MLA becomes MPE', changeField('site_id', (site) => site.replace('MLA', 'MPE'))],
  ['USR-04', 'mlu-cut', 'On MLU the description is cut', changeField('description', (text) => text.slice(0, 8), onMlu)],
  ['USR-03', 'number', 'Digits are returned as a number', echo((text) => (/^\d+$/.test(text) ? Number(text) : text))],
  ['USR-05', 'id-of-description', 'Two test users of one description have one id', repeatFirst('id', getDescription)],
  ['USR-05', 'per-site', 'The ids of each site begin anew', numberIds('id', (call) => textAt(call, 'site_id'))],
  ['USR-05', 'first-site', "The site is that of the token's first test user", repeatFirst('site_id', getToken)],
  ['USR-03', 'raw', 'The description is returned with its escapes', changeBody(returnRaw)],
  ['USR-04', 'kept', 'The description of a rejected request returns', returnRejected('description', getToken)],
  ['USR-04', 'unquoted', 'A description loses the quotes around it', echo((text) => text.replace(/^"(.*)"$/s, '$1'))],
  ['USR-02', 'other-site', 'A site that is not of the three is MLA', changeField('site_id', onKnownSite)],
  ['USR-05', 'id-of-site', 'Two test users of a token on one site have one id', repeatFirst('id', getTokenAndSite)],
  ['USR-37', 'lima', 'On MPE the local time is marked as UTC', writtenInLima],
  ['USR-03', 'true', 'The description true is returned as true', echo((text) => text === 'true' || text)],
  ['USR-03', 'null', 'The description null is returned as null', echo((text) => (text === 'null' ? null : text))],
];

/** Faults of what a test user returns as it was sent (2.3). */
export const testUserEchoFaults = toFaults('test-users', 'test-user-echo', echoRows);

/** Returns the description as the request writes it, if that has escapes of letters. */
function returnRaw(body: JsonObject, { body: { text } }: Call): JsonObject {
  const raw = /:\s*"((?:[^"\\]|\\.)*\\u006(?:[^"\\]|\\.)*)"/i.exec(text)?.[1];
  return raw === undefined ? body : { ...body, description: raw };
}
