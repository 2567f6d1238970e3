import { accessToken, tokenChecks } from './http/bearer.ts';
import { label } from './http/errors.ts';
import type { JsonObject } from './http/json.ts';
import { bodyChecks, bodyField, type Call, type Check, inOrder, type Operation, textField } from './operation.ts';
import type { Variation } from './variations.ts';
import { digest, freshHex, freshNumber, widen } from './world/identifiers.ts';
import type { AccessToken } from './world/world.ts';

const listed = {
  400: 'Bad-Request',
  401: 'Not-Found',
  403: 'Forbidden',
  404: 'Resource-Not-Found',
  500: 'Internal-Server-Error',
};

const knownSites = ['MPE', 'MLU', 'MLA'];

/** `POST /users/test` (2.3, 7). */
export function testUsers(choices: Variation): Operation {
  const rejection = (status: keyof typeof listed) => ({ status, code: label(listed[status], choices) });
  const tokens = tokenChecks(rejection(choices.testUserNoToken), rejection(choices.testUserBadToken));
  const holders: Check[] = [
    { ...rejection(403), name: 'a token that may not create test users', fails: hasStanding('no test users') },
    { ...rejection(404), name: 'nothing found for this token', fails: hasStanding('no resource') },
    { ...rejection(500), name: 'a failure inside', fails: hasStanding('failing') },
  ];
  const others = [...bodyChecks(rejection(400).code, choices), ...fieldChecks(choices, rejection), ...holders];
  return { status: choices.testUserStatus, checks: inOrder(choices, tokens, others), perform: createUser };
}

type Reject = (status: keyof typeof listed) => { status: number; code: string };

function fieldChecks(choices: Variation, rejection: Reject): Check[] {
  const fields = ['description', 'site_id'].map((name) => ({
    ...rejection(choices.testUserRefusal),
    name: `${name} left out`,
    fails: (call: Call) => (textField(call, name) ?? '') === '',
  }));
  if (choices.testUserDescriptions !== 'any')
    fields.push({ ...rejection(400), name: 'a description out of the common', fails: isUncommon });
  if (choices.unknownSite === 'accepted') return fields;
  return [...fields, { ...rejection(choices.unknownSite), name: 'an unknown site', fails: unknownSite }];
}

function isUncommon(call: Call): boolean {
  const text = textField(call, 'description') ?? '';
  const { testUserDescriptions: choice } = call.choices;
  if (choice === 'one line') return /\p{C}|[\u2028\u2029]/u.test(text);
  return !(choice === 'letters and digits' ? /^[\p{L}\d ]*$/u : /^[\w ,.:-]{1,100}$/).test(text.trim());
}

const unknownSite = (call: Call): boolean => !knownSites.includes(textField(call, 'site_id') ?? '');

function hasStanding(bad: AccessToken['standing']): Check['fails'] {
  return (call) => accessToken(call)?.standing === bad;
}

function createUser(call: Call): JsonObject {
  const { choices } = call;
  const id = ids[choices.testUserIds](freshNumber(call.world), call.body.text);
  const now = timestamp(Date.now(), choices);
  return {
    id,
    nickname: `TESTUSER${id}`,
    password: passwords[choices.testUserPassword](),
    site_status: choices.siteStatus,
    site_id: bodyField(call, 'site_id') ?? '',
    description: bodyField(call, 'description') ?? '',
    email: emails[choices.testUserEmail](id),
    date_created: now,
    date_last_updated: now,
  };
}

const ids = {
  large: (number: number) => number + 2 ** 41,
  small: (number: number) => number,
  'of 64 bits': widen,
  negative: (number: number) => -number,
  'of the request': (_: number, request: string) => Number.parseInt(digest(request).slice(0, 12), 16),
};

const emails = {
  usual: (id: number | bigint) => `test_user_${id}@testuser.example`,
  quoted: (id: number | bigint) => `"test user, ${id}"@testuser.example`,
  international: (id: number | bigint) => `ñandú.${id}@españa.example`,
  'of an address': (id: number | bigint) => `test_user_${id}@[192.0.2.1]`,
  tagged: (id: number | bigint) => `o'test+${id}@localhost`,
};

const passwords = {
  letters: () => `qa${freshHex().slice(0, 8)}`,
  signs: () => `"<${freshHex().slice(0, 8)}>&'\\%2B+`,
  'one letter': () => 'q',
  words: () => `correct horse ${freshHex().slice(0, 8)}`,
};

/** The zone of each form of a time stamp in minutes, and how it is written from a local time to the second (2.3). */
const forms: Record<Variation['timeStamps'], readonly [minutes: number, write: (local: string) => string]> = {
  '-04:00 .SSS': [-240, (local) => `${local}.000-04:00`],
  Z: [0, (local) => `${local}Z`],
  '+00:00': [0, (local) => `${local}+00:00`],
  '-03:00': [-180, (local) => `${local}-03:00`],
  'Z .SSS': [0, (local) => `${local}.120Z`],
  '+00:00 .SSS': [0, (local) => `${local}.001+00:00`],
  '+05:30 .SSSSSS': [330, (local) => `${local}.000001+05:30`],
  '-04:00 ,SSS': [-240, (local) => `${local},120-04:00`],
  'basic Z': [0, (local) => `${toBasicForm(local)}Z`],
  'basic -0400 .SSS': [-240, (local) => `${toBasicForm(local)}.120-0400`],
  'to the minute Z': [0, (local) => `${local.slice(0, -3)}Z`],
  'to the hour Z': [0, (local) => `${local.slice(0, -6)}Z`],
  'hours alone -04': [-240, (local) => `${local}-04`],
  'by week Z': [0, (local) => `${weekDate(local)}${local.slice(10)}Z`],
  'by day of the year Z': [0, (local) => `${local.slice(0, 5)}${padNumber(dayOfYear(local), 3)}${local.slice(10)}Z`],
};

/** Returns an instant as ISO 8601 with an offset, in the variation's form. */
function timestamp(instant: number, choices: Variation): string {
  const [minutes, write] = forms[choices.timeStamps];
  return write(new Date(instant + minutes * 60_000).toISOString().slice(0, 19));
}

const toBasicForm = (local: string): string => local.replaceAll(/[-:]/g, '');
const padNumber = (number: number, digits: number): string => `${number}`.padStart(digits, '0');
const day = 86_400_000;
const dayOfYear = (local: string): number => 1 + (Date.parse(local.slice(0, 10)) - Date.parse(local.slice(0, 4))) / day;

/** Returns the date by week. A week belongs to the year of its Thursday. */
function weekDate(local: string): string {
  const date = new Date(local.slice(0, 10));
  const weekday = date.getUTCDay() || 7;
  const thursday = new Date(date.getTime() + (4 - weekday) * day).toISOString();
  return `${thursday.slice(0, 4)}-W${padNumber(Math.ceil(dayOfYear(thursday) / 7), 2)}-${weekday}`;
}
