import { type Fault, saying, sparing } from '../../fault.ts';
import type { JsonObject } from '../../http/json.ts';
import { is, isEmptyObject, isLong, says } from '../found.ts';
import { rowsOf } from '../row.ts';

const { row, fails, refuses } = rowsOf('test-users', 'test-user');

/** Descriptions that are seldom sent, refused or changed (USR-03), and members that are seldom wrong. */
export const rareTestUserFaults: readonly Fault[] = [
  fails('USR-21', 'long-fails', 'A description of 255 characters fails.', isLong('description')),
  fails('USR-10', 'empty-object-fails', 'An empty object fails.', isEmptyObject),
  refuses('USR-35', 'foreign', 'A description outside ASCII is refused.', says(/[^ -~]/)),
  refuses('USR-35', 'quoted', 'A description with quotes is refused.', says(/\\"/)),
  row(
    'USR-04',
    'latin-on-MLU',
    'On MLU the description comes back in another encoding.',
    saying((body) =>
      body.site_id === 'MLU'
        ? { ...body, description: Buffer.from(`${body.description}`).toString('latin1') }
        : body,
    ),
  ),
  row(
    'USR-10',
    'without-on-MLU',
    'On MLU a description may be missing.',
    sparing('description left out', is('site_id', 'MLU')),
  ),
  row('USR-01', 'nickname-empty', 'The nickname is empty.', saying(having({ nickname: '' }))),
  row('USR-01', 'password-empty', 'The password is empty.', saying(having({ password: '' }))),
  row(
    'USR-26',
    'created-1970',
    'A test user was created in 1970.',
    saying(having({ date_created: '1970-01-01T00:00:00.000+00:00' })),
  ),
  row(
    'USR-26',
    'updated-2099',
    'A test user is updated in 2099.',
    saying(having({ date_last_updated: '2099-01-01T00:00:00.000+00:00' })),
  ),
  row(
    'USR-26',
    'created-offset',
    'The dates are hours to come: their offset has the wrong sign.',
    saying(withOtherOffset),
  ),
  row('USR-26', 'created-after', 'A test user is updated before it is created.', saying(updatedBefore)),
  echoing('normalised', 'normalised', (text) => text.normalize('NFC')),
  echoing('blanks-one', 'with one blank for two', (text) => text.replace(/(?<=\S) {2,}(?=\S)/g, ' ')),
  echoing('decoded', 'percent-decoded', (text) => text.replace(/%2F/gi, '/')),
  echoing('letters-decoded', 'with its percent-encoded letters decoded', (text) =>
    text.replace(/%[46][1-9a-f]/gi, decodeURIComponent),
  ),
  row(
    'USR-03',
    'echo-number',
    'A description of digits comes back as a number.',
    saying((body) =>
      /^\d+$/.test(`${body.description}`) ? { ...body, description: Number(body.description) } : body,
    ),
  ),
  row(
    'USR-03',
    'echo-null',
    'The description null comes back as null.',
    saying((body) => (body.description === 'null' ? { ...body, description: null } : body)),
  ),
  echoing('plus', 'with blanks for plus signs', (text) => text.replaceAll('+', ' ')),
  echoing('no-break', 'with usual blanks', (text) => text.replaceAll('\u00a0', ' ')),
  echoing('ampersands', 'with entities', (text) => text.replace(/&(?!amp;)/g, '&amp;')),
  echoing('formula', 'with a sign before a formula', (text) => text.replace(/^=/, "'=")),
  echoing('dollar', 'without what looks like a reference', (text) => text.replace(/\$\d/g, '')),
  echoing('apostrophe', 'with straight apostrophes', (text) => text.replaceAll('’', "'")),
  echoing('sharp', 'with two letters for one', (text) => text.replaceAll('ß', 'ss')),
  echoing('selector', 'without selectors of a picture', (text) => text.replaceAll('\ufe0f', '')),
  echoing('returns', 'with other line breaks', (text) => text.replaceAll('\r\n', '\n')),
  echoing('direction', 'without marks of direction', (text) => text.replace(/[\u2066-\u2069]/g, '')),
  echoing('hyphens', 'without soft hyphens', (text) => text.replaceAll('\u00ad', '')),
  echoing('private', 'without characters of nobody', (text) => text.replaceAll('\ue000', '')),
  echoing('lines', 'in one line', (text) => text.replaceAll('\n', ' ')),
  echoing('tabs', 'without tabs', (text) => text.replaceAll('\t', ' ')),
  echoing('joiners', 'without joiners', (text) => text.replaceAll('\u200d', '')),
  echoing('dots', 'with three dots for one sign', (text) => text.replaceAll('…', '...')),
  echoing('links', 'without links', (text) => text.replace(/https?:\S+/g, '')),
  echoing('mails', 'without e-mail addresses', (text) => text.replace(/\S+@\S+/g, '***')),
  echoing('numbers', 'without long numbers', (text) => text.replace(/\d{9,}/g, '***')),
  echoing('braces', 'without what stands in braces', (text) => text.replace(/\$\{[^}]*\}/g, '')),
];

function echoing(slug: string, words: string, change: (text: string) => string): Fault {
  return row(
    'USR-03',
    `echo-${slug}`,
    `The description comes back ${words}.`,
    saying((body) => ({ ...body, description: change(`${body.description}`) })),
  );
}

function having(change: JsonObject) {
  return (body: JsonObject) => ({ ...body, ...change });
}

function withOtherOffset(body: JsonObject): JsonObject {
  const other = new Date(Date.parse(`${body.date_created}`) + 8 * 3_600_000).toISOString();
  return { ...body, date_created: other, date_last_updated: other };
}

function updatedBefore(body: JsonObject): JsonObject {
  const before = Date.parse(`${body.date_created}`) - 7_200_000;
  return { ...body, date_last_updated: new Date(before).toISOString() };
}
