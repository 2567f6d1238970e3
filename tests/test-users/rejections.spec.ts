import { covers, withCapability } from '#api/covers';
import { getErrorLabel } from '#api/errors';
import { getField, getSentField, isSuccess } from '#api/exchange';
import { getRequirement } from '#api/register';
import { getShape, summarizeResponse } from '#api/response-shape';
import type { State } from '#api/states';
import { eachCase, expect, type Given, record, test } from '#assertions/test';
import { edgeBodies, falsyBodies } from '#factories/edge-values';
import { listInvalidBodies } from '#factories/invalid-bodies';
import { layouts, type Missing, misspeltFields, withByteOrderMark, wrappedFields } from '#factories/malformed';
import { inTurn, madeUp } from '#factories/near-misses/texts';
import { knownSites, type TestUser, testUser, usualSite } from '#factories/request-bodies';
import { seededWord } from '#redaction/made-up-values';
import schema from '#schemas/test-users/request.json' with { type: 'json' };
import { bodyRejections, listedRejections, tokenRejections } from '../cases/rejections.ts';
import { preferred, wholeBodies, withCharset } from '../cases/request-contexts.ts';
import { judgements } from '../cases/shared-tests.ts';

/** States with an access token that cannot create a test user, and the listed status (7). */
const holders = {
  forbidden: 'an access token that may not create test users',
  finds: 'an access token with which creating a test user finds no resource',
  fails: 'an access token with which creating a test user fails inside the service',
} as const satisfies Record<string, State>;

/** A creation that must be rejected: the state of its token, the allowed statuses, its body, and a change of the token. */
interface Rejection {
  readonly id: `USR-${10 | 11 | 12 | 13 | 14 | 15 | 16 | 17}`;
  readonly name: string;
  readonly state?: (typeof holders)[keyof typeof holders] | 'an access token' | 'an expired access token';
  readonly status?: readonly number[];
  readonly body?: (tag: string) => Partial<TestUser>;
  readonly change?: (token: string) => string;
}

const state = 'an access token';

const rejections: readonly Rejection[] = [
  { id: 'USR-10', name: 'a request without description', state, body: () => ({ site_id: 'MLA' }) },
  { id: 'USR-10', name: 'an empty object', state, body: () => ({}) },
  { id: 'USR-11', name: 'a request without site_id', state, body: (tag) => ({ description: tag }) },
  { id: 'USR-12', name: 'a request without a token' },
  { id: 'USR-13', name: 'a made-up token', state, change: madeUp },
  { id: 'USR-14', name: 'an expired token', state: 'an expired access token' },
  { id: 'USR-15', name: 'a token that may not create test users', state: holders.forbidden, status: [403] },
  { id: 'USR-16', name: 'a creation that finds no resource', state: holders.finds, status: [404] },
  { id: 'USR-17', name: 'a creation that fails inside the service', state: holders.fails, status: [500] },
];

async function getRequest({ state, body = testUser, change }: Rejection, given: Given, tag: string) {
  if (state === undefined) return { body: body(tag) };
  const { access_token } = await given(state);
  return { token: change ? change(access_token) : access_token, body: body(tag) };
}

for (const rejection of rejections) {
  const { id, name, status = listedRejections } = rejection;
  const { needs = [] } = getRequirement(id);

  test(`rejects ${name} with a listed status`, covers(id), async ({ baseline, provoke, given, tag }) => {
    const request = await getRequest(rejection, given, tag);

    // A rule about the body may be forgotten when it is sent again; the token's rules have contexts for that.
    for (const time of rejection.body ? ['first', 'second'] : ['first'])
      await expect(await provoke('test-users', request), `the ${time} time`).toBeError(status);
    if (rejection.body === undefined) return;
    // A rule may be forgotten for a token that created a test user before, and for the values of one.
    const accepted = await baseline('test-users');
    const { authorization = '' } = accepted.request.headers;
    const after = await provoke('test-users', { body: request.body, headers: { authorization } });
    await expect(after, 'with the token of an accepted request').toBeError(status);
    const values = Object.keys(request.body).map((name) => [name, getSentField(accepted, name)]);
    const known = await provoke('test-users', { body: Object.fromEntries(values), headers: { authorization } });
    await expect(known, 'with the values of an accepted request').toBeError('4xx'); // it may be a second one alike
    // The reference shows no charset and no query: a rejection of its own may come first.
    const marked = await provoke('test-users', { ...request, headers: withCharset, query: { ...testUser(tag) } });
    await expect(marked, 'with a charset, and its fields in the query').toBeError('4xx');
  });

  test(`labels the rejection of ${name}`, withCapability(needs, covers('USR-20')), async ({ provoke, given, tag }) => {
    const request = await getRequest(rejection, given, tag);
    const response = await provoke('test-users', { ...request, headers: preferred });

    await expect(response).toBeError(status, { label: getErrorLabel('test-users', response.status) ?? 'a listed one' });
  });

  const inJson = withCapability(needs, covers('USR-07'));

  test(`answers the rejection of ${name} in JSON`, inJson, async ({ provoke, given, tag }) => {
    const response = await provoke('test-users', await getRequest(rejection, given, tag));

    await expect(response).toBeJson();
  });

  const asked = withCapability(needs, covers('USR-62'));

  test(`Which status and code has ${name}?`, asked, async ({ provoke, given, tag }) => {
    record(summarizeResponse(await provoke('test-users', await getRequest(rejection, given, tag))));
  });
}

for (const { id, status, state } of [
  { id: 'USR-16', status: 404, state: holders.finds },
  { id: 'USR-17', status: 500, state: holders.fails },
] as const) {
  test(
    `answers ${status} on every site to ${state.replace('an access token', 'a token')}`,
    covers(id),
    async ({ provoke, given, tag }) => {
      const { access_token: token } = await given(state);

      const written = inTurn(knownSites, [layouts.compact, layouts.indented, layouts.escaped]);
      await eachCase(written, async ([site_id, write]) => {
        const request = { token, body: testUser(tag, { site_id }), write, expected: status };
        await expect.soft(await provoke('test-users', request), site_id).toBeError(status);
      });
      const request = { token, body: testUser(tag), headers: withCharset, expected: status };
      await expect(await provoke('test-users', request), 'with a charset').toBeError([status, 400, 415]);
    },
  );
}

test('What is the shape of a test user error?', covers('USR-63'), async ({ provoke, tag }) => {
  record(getShape((await provoke('test-users', { body: { description: tag } })).json));
});

// A blank may be a description, and the reference has no complete list of site codes.
const asNull: Missing = { name: 'null', of: (body, field) => ({ ...body, [field]: null }) };

const misspelt = (field: string) => (tag: string) =>
  misspeltFields.map(({ name, of }) => ({ name, body: of({ ...testUser(tag) }, field) }));

const noText = (field: string) => (tag: string) => {
  // A rejection may be missing for one site.
  const sites = field === 'description' ? knownSites : [usualSite];
  const rows = [...inTurn(wrappedFields, sites), ...sites.map((site) => [asNull, site] as const)];
  return rows.map(([{ name, of }, site_id]) => {
    return { name: `${name} on ${site_id}`, body: of({ ...testUser(tag, { site_id }) }, field) };
  });
};

const onEverySite = () => knownSites.map((site_id) => ({ name: site_id, body: { site_id } }));

for (const [title, details, body] of [
  ...judgements('test-users', listedRejections, [
    ['rejects a request without description on every site', 'USR-10', onEverySite],
    ['rejects a request whose description is misspelt', 'USR-34', misspelt('description')],
    ['rejects a description that is no text', 'USR-33', noText('description')],
    ['rejects a request whose site_id is misspelt', 'USR-34', misspelt('site_id')],
    ['rejects a site_id that is no text', 'USR-33', noText('site_id')],
    ['rejects a list of one test user', 'USR-33', (tag) => [{ name: 'a list', body: [testUser(tag)] }]],
  ]),
  ...bodyRejections('test-users', { broken: ['USR-31', listedRejections], extended: ['USR-32', listedRejections] }),
  ...tokenRejections('test-users', {
    missing: ['USR-12', listedRejections],
    unknown: ['USR-13', listedRejections],
    expired: ['USR-14', listedRejections],
    otherScheme: ['USR-30', listedRejections],
    forbidden: { state: holders.forbidden, rule: ['USR-15', 403] },
  }),
])
  test(title, details, body);

test('handles each field of a wrong type', covers('USR-21'), async ({ call, given, tag }) => {
  const { access_token } = await given('an access token');

  const broken = listInvalidBodies(schema, { ...testUser(tag) });

  await eachCase(broken, async ({ body, ...meant }) => {
    const response = await call('test-users', { token: access_token, body, violates: meant });
    await expect.soft(response, meant.name).toBeHandled();
    // A value that is accepted as a text stays a text (2.3).
    const fields = ['description', 'site_id'].map((field) => getField(response.json, field));
    const areTexts = fields.every((field) => typeof field === 'string');
    if (isSuccess(response.status)) await expect.soft(response, meant.name).toHold('its fields as text', areTexts);
  });
});

const ofSite = (site_id: string) => (tag: string) => [{ name: site_id.slice(0, 10), body: testUser(tag, { site_id }) }];
const named = (body: unknown) => ({ name: JSON.stringify(body), body });
const edges = (tag: string) => [edgeBodies, falsyBodies].flatMap((bodies) => bodies(schema, { ...testUser(tag) }));
const texts = (tag: string) =>
  [`{"description": "${tag}", "site_id": `, withByteOrderMark(testUser(tag))].map((text) => ({ name: text, text }));

for (const [title, details, body] of judgements('test-users', 'handled', [
  ['handles a site that does not exist', 'USR-22', ofSite(`X${seededWord('site', 2).toUpperCase()}`)],
  ['handles a site that has 70,000 letters', 'USR-22', ofSite(`X${seededWord('site', 70_000).toUpperCase()}`)],
  ['handles a site that is in small letters', 'USR-22', ofSite('mla')],
  ['handles a body that is no object', 'USR-23', () => wholeBodies.map(named)],
  ['handles edge values, and false and empty ones of another type', 'USR-21', edges, 'each'],
  ['handles malformed JSON, and JSON behind a byte order mark', 'USR-24', texts, 1],
]))
  test(title, details, body);
