import { conformant, type Habits } from '../reference-client.ts';
import { cutOff } from '../wire.ts';
import {
  bodies,
  type ClientFault,
  fields,
  finishes,
  guarded,
  keeps,
  listEach,
  listFaults,
  rewritten,
  valued,
  withFields,
  withHeader,
  without,
} from './row.ts';
import sent from './sent.json' with { type: 'json' };

const { preference, agreement } = guarded;
const withBody = { token: 'CTK', preference, 'test-user': guarded['test-user'], agreement } as const;

type Sent = Readonly<Partial<Record<'lost' | 'field' | 'pattern' | 'other', string>> & { added?: object }>;

/** A field that is lost, added or written in another way. */
const sentFaults = Object.entries<Sent>(sent).flatMap(([key, { lost, field, pattern = '', other = '', added }]) => {
  const change = field
    ? rewritten(field, (was) => was.replace(new RegExp(pattern, 'g'), other))
    : withFields({ ...added });
  return listFaults({ [key]: lost ? without(lost) : change });
});

/** Wrong media types, wrong JSON, wrong fields. */
export const bodyFaults: readonly ClientFault[] = [
  ...sentFaults,
  ...listEach(withBody, {
    '02 with-comma: A comma stands behind the last member.': finishes(({ body = '' }) => ({
      body: String(body).replace(/\}$/, ',}'),
    })),
  }),
  ...listFaults({
    'CTK-02 token-as-form: A token request is a form.': finishes(({ body = '', headers }) => ({
      body: new URLSearchParams(JSON.parse(String(body))).toString(),
      headers: headers.map(([name]) => [name, 'application/x-www-form-urlencoded'] as const),
    })),
    'CPR-02 preference-in-latin-1: The text is written in Latin-1.': {
      write: (json) => Buffer.from(JSON.stringify(json), 'latin1'),
    },
    'CTK-03 token-client-as-number: The client_id is a number.': valued('client_id', Number),
    'CUS-03 test-user-site-in-list: The site_id is a list of one.': valued('site_id', (was) => [was]),
    'CAG-02 agreement-cut-off: The connection ends in the middle of the body.': { send: cutOff },
  }),
];

const inText = (change: (text: string) => string) =>
  fields((name, field) => [[name, typeof field === 'string' ? change(field) : field]]);
const inNumber = (change: (number: number) => number) =>
  fields((name, field) => [[name, typeof field === 'number' ? change(field) : field]]);

const event = { event_date: '2026-12-24T20:00:00.000-03:00' };

/** Fields of a preference that are missing, renamed, or of another type; texts that are changed. */
export const preferenceFaults: readonly ClientFault[] = [
  ...listEach(
    { preference, 'test-user': guarded['test-user'], agreement },
    {
      '24 trimmed: Blanks round texts are lost.': inText((text) => text.trim()),
      '24 collapsed: Blanks in a row become one.': inText((text) => text.replace(/ +/g, ' ')),
      '24 composed: Letters of texts are composed.': inText((text) => text.normalize()),
    },
  ),
  ...listFaults({
    'CPR-24 preference-in-32-bits: Whole numbers have 32 bits.': inNumber((one) =>
      Number.isInteger(one) ? one | 0 : one,
    ),
    'CPR-24 preference-in-cents: Numbers have two digits behind the point.': inNumber((one) => Number(one.toFixed(2))),
    'CPR-24 preference-in-15-digits: Numbers have fifteen digits.': inNumber((one) => Number(one.toPrecision(15))),
    'CPR-24 preference-items-twice: Each item is sent twice.': valued('items', (was) => [was, was].flat()),
    'CPR-03 preference-booleans-as-numbers: What is true is 1.': fields((name, field) => [
      [name, typeof field === 'boolean' ? Number(field) : field],
    ]),
    'CPR-03 preference-one-item-bare: One item is no list.': valued('items', (was) => [was].flat()[0]),
    'CPR-25 preference-always-has-event: Every item has a category_descriptor with an event_date.': valued(
      'items',
      (items) => [items].flat().map((item) => ({ category_descriptor: event, ...Object(item) })),
    ),
    'CPR-24 preference-false-lost: What is false is left out.': fields((name, member) =>
      member === false ? [] : [[name, member]],
    ),
    'CPR-24 preference-reference-lower: Small letters only.': rewritten('external_reference', (a) => a.toLowerCase()),
    'CPR-24 preference-only-first-item: Only the first item is sent.': valued('items', (was) =>
      [was].flat().slice(0, 1),
    ),
  }),
];

const forApplication: Habits['renew'] = async ({ client_id, client_secret }, ask) =>
  String(Object(await ask({ grant_type: 'client_credentials', client_id, client_secret })).access_token);

/** Faults of clients that get their tokens incorrectly. */
export const tokenFaults: readonly ClientFault[] = listFaults({
  'CTK-04 code-secret-escaped: The client_secret is percent-encoded.': rewritten('client_secret', encodeURIComponent),
  'CTK-05 refresh-token-as-code: The refresh token is sent as a code.': bodies(({ refresh_token, ...others }) =>
    refresh_token ? { ...others, code: refresh_token } : others,
  ),
  'CTK-07 scope-as-list: Scopes are a list.': valued('scope', (was) => String(was).split(' ')),
  'CTK-08 code-for-each-request: The code is exchanged again for each request.': { keepsToken: false },
  'CTK-09 code-never-stale: The age of a code is not looked at.': { isStale: () => false },
  'CTK-09 code-stale-after-an-hour: A code is taken to live an hour.': { isStale: (age) => age > 3600 },
  'CTK-04 code-stale-after-minutes: A code is taken to live four minutes.': { isStale: (age) => age >= 240 },
  'CTK-10 expired-token-used: An expired token is used as long as there is one.': {
    renew: async ({ access_token = '' }) => access_token,
  },
  'CPR-04 preference-token-undefined: After a rejected renewal the token is undefined.': {
    renew: (held, ask) => conformant.renew(held, ask).catch(() => 'undefined'),
  },
  'CTK-10 person-asked: The caller has to authorize again.': {
    renew: () => Promise.reject(new Error('The token has expired: please authorize again.')),
  },
  'CTK-10 old-token-after-renewal: The token is renewed, and the old one is used.': {
    renew: async (held, ask) => {
      await conformant.renew(held, ask);
      return held.access_token ?? '';
    },
  },
  'CTK-10 renewed-by-credentials: A token of the application takes the place of the expired one.': {
    renew: forApplication,
  },
  'CTK-10 renewal-rejected: After a rejected renewal a token of the application is used.': {
    renew: (held, ask) => conformant.renew(held, ask).catch(() => forApplication(held, ask)),
  },
  'CTK-24 code-scope-kept: The scope of a call is sent in those that follow.': keeps(({ json }, own) => ({
    json: { scope: json?.scope, ...own.json },
  }))('oauth-token'),
  'CLI-02 basic-beside-the-body: The client credentials stand in a Basic Authorization too.': withHeader(
    ({ body = '' }) => {
      const { client_id, client_secret } = JSON.parse(String(body));
      return ['Authorization', `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`];
    },
  )('oauth-token'),
});
