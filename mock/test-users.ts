import { accessToken, tokenChecks } from './http/bearer.ts';
import { label } from './http/errors.ts';
import type { JsonObject } from './http/json.ts';
import {
  bodyChecks,
  bodyMember,
  type Call,
  type Check,
  inOrder,
  type Operation,
  textMember,
  unchanged,
} from './operation.ts';
import type { Variation } from './variations.ts';
import { digest, freshHex, freshNumber, widened } from './world/identifiers.ts';
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
    { ...rejection(403), name: 'a token that may not create test users', fails: standing('no test users') },
    { ...rejection(404), name: 'nothing found for this token', fails: standing('no resource') },
    { ...rejection(500), name: 'a failure inside', fails: standing('failing') },
  ];
  const others = [...bodyChecks(rejection(400).code, choices), ...fieldChecks(choices, rejection), ...holders];
  return {
    status: choices.testUserStatus,
    checks: inOrder(choices, tokens, others),
    perform: created,
    wire: unchanged,
  };
}

type Reject = (status: keyof typeof listed) => { status: number; code: string };

function fieldChecks(choices: Variation, rejection: Reject): Check[] {
  const fields = ['description', 'site_id'].map((name) => ({
    ...rejection(choices.testUserRefusal),
    name: `${name} left out`,
    fails: (call: Call) => (textMember(call, name) ?? '') === '',
  }));
  if (choices.testUserDescriptions !== 'any')
    fields.push({ ...rejection(400), name: 'a description out of the common', fails: isUncommon });
  if (choices.unknownSite === 'accepted') return fields;
  return [...fields, { ...rejection(choices.unknownSite), name: 'an unknown site', fails: unknownSite }];
}

function isUncommon(call: Call): boolean {
  const text = textMember(call, 'description') ?? '';
  if (call.choices.testUserDescriptions === 'one line') return /\p{C}|[\u2028\u2029]/u.test(text);
  return !/^[\w ,.:-]{1,100}$/.test(text.trim());
}

const unknownSite = (call: Call): boolean => !knownSites.includes(textMember(call, 'site_id') ?? '');

function standing(bad: AccessToken['standing']): Check['fails'] {
  return (call) => accessToken(call)?.standing === bad;
}

function created(call: Call): JsonObject {
  const { choices } = call;
  const id = ids[choices.testUserIds](freshNumber(call.world), call.body.text);
  const now = timestamp(Date.now(), choices);
  return {
    id,
    nickname: `TESTUSER${id}`,
    password: passwords[choices.testUserPassword](),
    site_status: choices.siteStatus,
    site_id: bodyMember(call, 'site_id') ?? '',
    description: bodyMember(call, 'description') ?? '',
    email: emails[choices.testUserEmail](id),
    date_created: now,
    date_last_updated: now,
  };
}

const ids = {
  large: (number: number) => number + 2 ** 41,
  small: (number: number) => number,
  'of 64 bits': widened,
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
  signs: () => `"<${freshHex().slice(0, 8)}>&'\\%`,
  'one letter': () => 'q',
  words: () => `correct horse ${freshHex().slice(0, 8)}`,
};

const zones = { Z: 0, '+00:00': 0, '-03:00': -180, '-04:00': -240, '-0400': -240, '-04': -240, '+05:30': 330 };

/** The zone of a time stamp, its precision, its fraction and its format. */
interface Form {
  readonly zone: keyof typeof zones;
  readonly fraction?: string;
  /** Number of characters of the extended time to write: seconds and minutes may be omitted. */
  readonly time?: number;
  readonly date?: (local: Date) => string;
  readonly isBasic?: boolean;
}

const forms: Record<Variation['timeStamps'], Form> = {
  '-04:00 .SSS': { zone: '-04:00', fraction: '.000' },
  Z: { zone: 'Z' },
  '+00:00': { zone: '+00:00' },
  '-03:00': { zone: '-03:00' },
  'Z .SSS': { zone: 'Z', fraction: '.120' },
  '+00:00 .SSS': { zone: '+00:00', fraction: '.001' },
  '+05:30 .SSSSSS': { zone: '+05:30', fraction: '.000001' },
  '-04:00 ,SSS': { zone: '-04:00', fraction: ',120' },
  'basic Z': { zone: 'Z', isBasic: true },
  'basic -0400 .SSS': { zone: '-0400', fraction: '.120', isBasic: true },
  'to the minute Z': { zone: 'Z', time: 5 },
  'to the hour Z': { zone: 'Z', time: 2 },
  'hours alone -04': { zone: '-04' },
  'by week Z': { zone: 'Z', date: byWeek },
  'by day of the year Z': { zone: 'Z', date: byDayOfYear },
};

/** Returns an instant as ISO 8601 with an offset, in the variation's form (2.3). */
function timestamp(instant: number, choices: Variation): string {
  const { zone, fraction = '', time = 8, date = byMonth, isBasic = false } = forms[choices.timeStamps];
  const local = new Date(instant + zones[zone] * 60_000);
  const stamp = `${date(local)}T${local.toISOString().slice(11, 11 + time)}`;
  return `${isBasic ? stamp.replaceAll(/[-:]/g, '') : stamp}${fraction}${zone}`;
}

const byMonth = (local: Date): string => local.toISOString().slice(0, 10);

function byDayOfYear(local: Date): string {
  const year = local.getUTCFullYear();
  return `${year}-${`${daysSince(Date.UTC(year, 0, 1), local) + 1}`.padStart(3, '0')}`;
}

/** Returns the date by week. A week belongs to the year of its Thursday. */
function byWeek(local: Date): string {
  const weekday = local.getUTCDay() || 7;
  const year = new Date(local.getTime() + (4 - weekday) * 86_400_000).getUTCFullYear();
  const fourth = new Date(Date.UTC(year, 0, 4));
  const week = Math.floor((daysSince(fourth.getTime(), local) + (fourth.getUTCDay() || 7) - 1) / 7) + 1;
  return `${year}-W${`${week}`.padStart(2, '0')}-${weekday}`;
}

const daysSince = (start: number, local: Date): number => Math.floor((local.getTime() - start) / 86_400_000);
