import type { Json } from '#mock/http/json';
import type { Call } from '#mock/operation';
import { type Patch, type Row, toFaults } from './fault.ts';
import { getToken } from './requests.ts';
import { changeField, repeatFirst, setFields } from './successes.ts';
import { is, textAt } from './values.ts';

const onMlu = is('site_id', 'MLU');
const getDescription = (call: Call): string => textAt(call, 'description');
const decodeAll = (sent: string): string => (/%(?![\da-f]{2})/i.test(sent) ? sent : decodeURIComponent(sent));
const digitsAsNumber = (): Patch => echo((text) => (/^\d+$/.test(text) ? Number(text) : text));
const echo = (change: (sent: string) => Json): Patch => changeField('description', change);
const trueFromText = (text: string): string | boolean => text === 'true' || text;
const nullFromText = (text: string): string | null => (text === 'null' ? null : text);
const withoutSlashes = (text: string): string => text.replace(/\\(?=['"\\])/g, '');
const withoutZeros = (text: string): string => text.replace(/^(\d+)\.0+$/, '$1');

/** Ways to change a description in the response. */
const echoes: readonly (readonly [slug: string, how: string, change: (sent: string) => string])[] = [
  ['trimmed', 'trimmed', (sent) => sent.trim()],
  ['mark', 'without a byte order mark', (sent) => sent.replace(/^\ufeff/, '')],
  ['cut', 'cut at 100 characters', (sent) => sent.slice(0, 100)],
  ['cut-late', 'cut at 255 characters', (sent) => sent.slice(0, 255)],
  ['ascii', 'reduced to ASCII', (sent) => sent.replaceAll(/[^ -~]/g, '?')],
  ['plane', 'without characters beyond the first plane', (sent) => sent.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '')],
  ['escaped', 'escaped for HTML', (sent) => sent.replaceAll('&', '&amp;').replaceAll('<', '&lt;')],
  ['spaces', 'with one space at each end', (sent) => sent.replaceAll(/^ +| +$/g, ' ')],
  ['empty', 'empty', () => ''],
  ['capitals', 'in capitals', (sent) => sent.toUpperCase()],
  ['normalised', 'normalised', (sent) => sent.normalize('NFC')],
  ['blanks-one', 'with one blank for two', (sent) => sent.replace(/(?<=\S) {2,}(?=\S)/g, ' ')],
  ['decoded', 'percent-decoded', (sent) => sent.replace(/%2F/gi, '/')],
  ['letters-decoded', 'with letters percent-decoded', (sent) => sent.replace(/%[46][1-9a-f]/gi, decodeURIComponent)],
  ['all-decoded', 'decoded if all its percent signs are codes', decodeAll],
  ['plus', 'with blanks for plus signs', (sent) => sent.replaceAll('+', ' ')],
  ['no-break', 'with usual blanks', (sent) => sent.replaceAll('\u00a0', ' ')],
  ['ampersands', 'with entities', (sent) => sent.replace(/&(?!amp;)/g, '&amp;')],
  ['formula', 'with a sign before a formula', (sent) => sent.replace(/^=/, "'=")],
  ['dollar', 'without what looks like a reference', (sent) => sent.replace(/\$\d/g, '')],
  ['apostrophe', 'with straight apostrophes', (sent) => sent.replaceAll('’', "'")],
  ['sharp', 'with two letters for one', (sent) => sent.replaceAll('ß', 'ss')],
  ['selector', 'without variation selectors', (sent) => sent.replaceAll('\ufe0f', '')],
  ['returns', 'with other line breaks', (sent) => sent.replaceAll('\r\n', '\n')],
  ['direction', 'without marks of direction', (sent) => sent.replace(/[\u2066-\u2069]/g, '')],
  ['hyphens', 'without soft hyphens', (sent) => sent.replaceAll('\u00ad', '')],
  ['private', 'without private characters', (sent) => sent.replaceAll('\ue000', '')],
  ['lines', 'in one line', (sent) => sent.replaceAll('\n', ' ')],
  ['tabs', 'without tabs', (sent) => sent.replaceAll('\t', ' ')],
  ['joiners', 'without joiners', (sent) => sent.replaceAll('\u200d', '')],
  ['dots', 'with three dots for an ellipsis', (sent) => sent.replaceAll('…', '...')],
  ['links', 'without links', (sent) => sent.replace(/https?:\S+/g, '')],
  ['mails', 'without e-mail addresses', (sent) => sent.replace(/\S+@\S+/g, '***')],
  ['numbers', 'without long numbers', (sent) => sent.replace(/\d{9,}/g, '***')],
  ['carriage-returns', 'with line feeds for carriage returns', (sent) => sent.replaceAll(/\r(?!\n)/g, '\n')],
  ['zeros', 'without leading zeros', (sent) => sent.replace(/^0+/, '')],
  ['exponents', 'without exponents', (sent) => (/^\d+e\d+$/.test(sent) ? `${Number(sent)}` : sent)],
  ['dollars', 'with one dollar sign for two', (sent) => sent.replaceAll('$$', () => '$')],
  ['escapes', 'with its escapes read', (sent) => sent.replaceAll('\\n', '\n')],
  ['zero-byte', 'up to a zero byte', (sent) => sent.split('\0')[0] ?? ''],
  ['hash', 'up to a hash sign', (sent) => sent.replace(/#.*/s, '')],
  ['cards', 'without card numbers', (sent) => sent.replaceAll(/\b\d{16}\b/g, '***')],
  ['dates', 'with its date written anew', (sent) => sent.replace(/^\d+-\S+T\S+$/, (s) => new Date(s).toISOString())],
  ['braces', 'without what is in braces', (sent) => sent.replace(/\$\{[^}]*\}/g, '')],
];

const echoRows: readonly Row[] = [
  ...echoes.map(([slug, how, change]): Row => ['USR-03', slug, `The description is returned ${how}`, echo(change)]),
  ['USR-02', 'site-lower', 'The site_id is returned in lower case', changeField('site_id', (s) => s.toLowerCase())],
  ['USR-02', 'site-constant', 'The site_id is always MPE', setFields({ site_id: 'MPE' })],
  ['USR-02', 'site-spaced', 'The site_id is returned with a space', changeField('site_id', (site) => `${site} `)],
  ['USR-04', 'site-mla', 'The site MLA becomes MPE', changeField('site_id', (site) => site.replace('MLA', 'MPE'))],
  ['USR-04', 'mlu-cut', 'On MLU the description is cut', changeField('description', (text) => text.slice(0, 8), onMlu)],
  ['USR-03', 'number', 'A description of digits is returned as a number', digitsAsNumber()],
  ['USR-03', 'fraction', 'A description 1.0 is returned as 1', echo(withoutZeros)],
  ['USR-03', 'slashes', 'A description has no backslash before a quote', echo(withoutSlashes)],
  ['USR-05', 'id-of-description', 'Two test users of one description have one id', repeatFirst('id', getDescription)],
  ['USR-05', 'per-site', 'The ids of each site begin anew', numberIds((call) => textAt(call, 'site_id'))],
  ['USR-05', 'first-site', "The site is that of the token's first test user", repeatFirst('site_id', getToken)],
  ['USR-03', 'true', 'The description true is returned as true', echo(trueFromText)],
  ['USR-03', 'null', 'The description null is returned as null', echo(nullFromText)],
];

/** Faults of what a test user returns as it was sent (2.3). */
export const testUserEchoFaults = toFaults('test-users', 'test-user-echo', echoRows);

function numberIds(keyOf: (call: Call) => string): Patch {
  return (operation) => {
    const counts = new Map<string, number>();
    return changeField('id', (_, call) => {
      const count = (counts.get(keyOf(call)) ?? 5_000) + 1;
      counts.set(keyOf(call), count);
      return count;
    })(operation);
  };
}
