import { type Fault, sendingSuccess } from '../../fault.ts';
import { type Call, textMember } from '../../operation.ts';
import { successBodyFaults } from '../bodies.ts';
import { memberFaults, valueFaults, type WrongValue, wrongValue } from '../members.ts';

const operation = 'test-users';
const prefix = 'test-user';
const created = 'date_created';
const updated = 'date_last_updated';

const members = memberFaults({ operation, prefix, breaks: 'USR-01' }, [
  { name: 'id', wrong: '1234' },
  { name: 'nickname', wrong: 7 },
  { name: 'password', wrong: false },
  { name: 'site_status', wrong: ['active'] },
  { name: 'site_id', wrong: 3 },
  { name: 'description', wrong: { text: 'x' } },
  { name: 'email', wrong: 12 },
  { name: created, wrong: 1_760_000_000 },
  { name: updated, wrong: {} },
]);

const forms = valueFaults({ operation, prefix }, [
  wrongValue('USR-01', 'id-fraction', 'id', 'The id has a fraction.', () => 12.5),
  wrongValue('USR-01', 'email-bare', 'email', 'The e-mail has no domain.', () => 'test_user_1'),
  wrongValue('USR-01', 'email-spaced', 'email', 'The e-mail has a space.', () => 'a b@testuser.example'),
  wrongValue('USR-01', 'created-local', created, 'A time stamp has no offset.', withoutOffset),
  wrongValue('USR-01', 'updated-local', updated, 'A time stamp has no offset.', withoutOffset),
  wrongValue('USR-01', 'created-date', created, 'A time stamp is a date alone.', dateAlone),
  wrongValue('USR-01', 'created-words', created, 'A time stamp is a mail date.', mailDate),
  wrongValue('USR-01', 'february', created, 'It is 30 February.', () => '2026-02-30T10:00:00.000-04:00'),
  wrongValue('USR-01', 'month-13', updated, 'It is month 13.', () => '2026-13-01T10:00:00Z'),
  wrongValue('USR-25', 'created-basic', created, 'A time stamp has the basic format.', inBasicFormat),
  wrongValue('USR-25', 'updated-comma', updated, 'A fraction stands behind a comma.', withComma),
  wrongValue('USR-01', 'created-space', created, 'A space stands for the T.', withoutT),
  wrongValue('USR-01', 'hour-25', updated, 'It is hour 25.', () => '2026-01-01T25:00:00Z'),
]);

/** Wrong members of a created test user (2.3): shape and format. */
export const testUserMemberFaults: readonly Fault[] = [
  ...members,
  ...forms,
  {
    name: `${prefix}-id-lost-fraction`,
    operation,
    breaks: 'USR-01',
    sentence: 'The id has a fraction behind more digits than a double keeps.',
    patch: sendingSuccess((wire) => ({
      ...wire,
      text: wire.text.replace(/"id":\d+/, '"id":9007199254740993.5'),
    })),
  },
  ...successBodyFaults({ operation, prefix, breaks: 'USR-06' }, ['html', 'empty', 'text-plain']),
  ...successBodyFaults({ operation, prefix, breaks: 'USR-06' }, ['untyped', 'truncated']),
];

function withoutOffset(stamp: string): string {
  return stamp.slice(0, '2026-01-01T00:00:00.000'.length);
}

function dateAlone(stamp: string): string {
  return stamp.slice(0, '2026-01-01'.length);
}

function inBasicFormat(stamp: string): string {
  return stamp.replaceAll(/-(?=\d\d[-T])|:/g, '');
}

function withoutT(stamp: string): string {
  return stamp.replace('T', ' ');
}

function withComma(stamp: string): string {
  return stamp.replace('.', ',');
}

function mailDate(stamp: string): string {
  return new Date(stamp).toUTCString();
}

const place = { operation: 'test-users', prefix: 'test-user-echo' } as const;

/** What should come back as sent, and does not (2.3). */
export const testUserEchoFaults: readonly Fault[] = valueFaults(place, [
  wrongValue('USR-02', 'site-lower', 'site_id', 'The site_id comes back in lower case.', inLowerCase),
  wrongValue('USR-02', 'site-constant', 'site_id', 'The site_id MPE comes back always.', () => 'MPE'),
  wrongValue('USR-02', 'site-spaced', 'site_id', 'The site_id comes back with a space.', withSpace),
  wrongValue('USR-04', 'site-mla', 'site_id', 'The site MLA comes back as MPE.', (s) =>
    s.replace('MLA', 'MPE'),
  ),
  wrongValue('USR-04', 'mlu-cut', 'description', 'On MLU the description is cut.', cutOnMlu),
  text('trimmed', 'The description comes back trimmed.', (sent) => sent.trim()),
  text('cut', 'The description is cut at 100 characters.', (sent) => sent.slice(0, 100)),
  text('cut-late', 'The description is cut at 255 characters.', (sent) => sent.slice(0, 255)),
  text('ascii', 'The description is reduced to ASCII.', (sent) => sent.replaceAll(/[^ -~]/g, '?')),
  text('plane', 'Characters beyond the first plane are lost.', firstPlane),
  text('escaped', 'The description is escaped for HTML.', escaped),
  text('spaces', 'The spaces at its ends become one.', (sent) => sent.replaceAll(/^ +| +$/g, ' ')),
  text('empty', 'The description comes back empty.', () => ''),
  text('capitals', 'The description comes back in capitals.', (sent) => sent.toUpperCase()),
]);

function text(slug: string, sentence: string, change: (sent: string) => string): WrongValue {
  return wrongValue('USR-03', slug, 'description', sentence, change);
}

function cutOnMlu(sent: string, call: Call): string {
  return textMember(call, 'site_id') === 'MLU' ? sent.slice(0, 8) : sent;
}

function inLowerCase(sent: string): string {
  return sent.toLowerCase();
}

function withSpace(sent: string): string {
  return `${sent} `;
}

function firstPlane(sent: string): string {
  return sent.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '');
}

function escaped(sent: string): string {
  return sent.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
