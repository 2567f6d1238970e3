import { unusual } from '../../factories/malformed/layouts.ts';
import { knownSites, testUser, usualSite } from '../../factories/test-user.ts';
import { creating } from '../../suite/core/covers.ts';
import { isSuccess, textOf } from '../../suite/core/exchange.ts';
import { isRfc3339 } from '../../suite/core/values/timestamps.ts';
import { expect } from '../../suite/fixtures/expect.ts';
import { test } from '../../suite/fixtures/test.ts';
import { covers } from './requirements.ts';

/** The details of a test that creates a test user of its own. */
const one = (...ids: Parameters<typeof covers>) => creating('test-users', 1, covers(...ids));

test('answers a creation with every member of a test user', covers('USR-01'), async ({ baseline }) => {
  await expect(await baseline('test-users')).toConform('test-users/response');
});

for (const member of ['date_created', 'date_last_updated']) {
  test(`writes ${member} as RFC 3339 does`, covers('USR-25'), async ({ baseline }) => {
    const response = await baseline('test-users');

    const stamp = textOf(response.json, member);
    await expect(response).toHold(`${member} as a date-time of RFC 3339`, isRfc3339(stamp));
  });
}

for (const { member, id } of [
  { member: 'site_id', id: 'USR-02' },
  { member: 'description', id: 'USR-03' },
] as const) {
  test(`returns the ${member} as sent`, covers(id), async ({ baseline }) => {
    const response = await baseline('test-users');

    await expect(response).toEcho(member);
  });
}

const descriptions = {
  'text outside ASCII': 'Comprador de prueba MARK: São Tomé, Ñandú, 東京, 🛒',
  'spaces at both ends': '  a test MARK with spaces around  ',
  'quotes and signs': `"quoted" MARK <b>&amp;</b> 'single' \\ back / slash`,
};

for (const [name, description] of Object.entries(descriptions)) {
  test(`returns a description with ${name} as sent`, one('USR-03'), async ({ call, given, tag }) => {
    const { access_token } = await given('an access token');
    const body = testUser(description.replace('MARK', tag));

    const response = await call('test-users', { token: access_token, body });

    await expect(response).toBeAccepted();
    await expect(response).toEcho('description');
  });
}

// How long a description may be is not shown, so the longest of these that is accepted must come back whole.
test('returns a long description as sent', one('USR-03'), async ({ call, given, tag }) => {
  const { access_token } = await given('an access token');
  const attempt = (length: number) =>
    call('test-users', { token: access_token, body: testUser(`${tag} `.padEnd(length, 'long text ')) });

  let response = await attempt(1_000);
  for (const shorter of [500, 250, 120]) if (!isSuccess(response.status)) response = await attempt(shorter);

  await expect(response).toBeAccepted();
  await expect(response).toEcho('description');
});

test(`creates a test user on ${usualSite}`, covers('USR-04'), async ({ baseline }) => {
  const response = await baseline('test-users');

  await expect(response).toConform('test-users/response');
  await expect(response).toHaveMember('site_id', usualSite);
});

for (const site_id of knownSites.filter((site) => site !== usualSite)) {
  test(`creates a test user on ${site_id}`, one('USR-04'), async ({ call, given, tag }) => {
    const { access_token } = await given('an access token');

    const response = await call('test-users', { token: access_token, body: testUser(tag, { site_id }) });

    await expect(response).toConform('test-users/response');
    await expect(response).toHaveMember('site_id', site_id);
    await expect(response).toEcho('description');
  });
}

test('gives two test users two ids', one('USR-05'), async ({ call, baseline, given, tag }) => {
  const { access_token } = await given('an access token');
  const first = await baseline('test-users');

  const second = await call('test-users', { token: access_token, body: testUser(tag) });

  await expect(second).toBeAccepted();
  await expect(second).toDifferFrom(first, 'id');
});

test('answers a creation in JSON', covers('USR-06'), async ({ baseline }) => {
  await expect(await baseline('test-users')).toBeJson();
});

test('creates a test user from JSON of an unusual layout', one('USR-08'), async ({ call, given, tag }) => {
  const { access_token } = await given('an access token');
  const headers = { 'content-type': 'application/json; charset=utf-8' };

  const response = await call('test-users', {
    token: access_token,
    body: testUser(tag),
    write: unusual,
    headers,
  });

  await expect(response).toBeAccepted();
});
