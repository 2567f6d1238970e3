import { covers, withCreation } from '#api/covers';
import { getField } from '#api/exchange';
import { summarizeResponse } from '#api/reply';
import { record } from '#assertions/observe';
import { test } from '#assertions/test';
import { testUser } from '#factories/test-user';
import { lengths, recordLengths } from '../cases/lengths.ts';

for (const site_id of ['MLB', 'MLM', 'MLC', 'MCO']) {
  test(`Does the site ${site_id} take a test user?`, covers('USR-60'), async ({ call, given, tag }) => {
    const { access_token } = await given('an access token');

    record(summarizeResponse(await call('test-users', { token: access_token, body: testUser(tag, { site_id }) })));
  });
}

test('Which site_status does a new test user have?', covers('USR-61'), async ({ baseline }) => {
  record({ site_status: getField((await baseline('test-users')).json, 'site_status') ?? null });
});

test('Which status does a created test user have?', covers('USR-64'), async ({ baseline }) => {
  record({ status: (await baseline('test-users')).status });
});

const long = withCreation('test-users', lengths.length, covers('USR-21', 'USR-65'));

test('How long may a description be?', long, async ({ call, given, tag }) => {
  const { access_token: token } = await given('an access token');

  await recordLengths((length) => call('test-users', { token, body: testUser(tag.padEnd(length, '.')) }));
});
