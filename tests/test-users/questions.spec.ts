import { testUser } from '../../factories/test-user.ts';
import { creating } from '../../suite/core/covers.ts';
import { memberOf } from '../../suite/core/exchange.ts';
import { replyOf } from '../../suite/core/reply.ts';
import { record } from '../../suite/fixtures/record.ts';
import { test } from '../../suite/fixtures/test.ts';
import { covers } from './requirements.ts';

for (const site_id of ['MLB', 'MLM', 'MLC', 'MCO']) {
  test(`Does the site ${site_id} take a test user?`, covers('USR-60'), async ({ call, given, tag }) => {
    const { access_token } = await given('an access token');

    record(replyOf(await call('test-users', { token: access_token, body: testUser(tag, { site_id }) })));
  });
}

test('Which site_status does a new test user have?', covers('USR-61'), async ({ baseline }) => {
  record({ site_status: memberOf((await baseline('test-users')).json, 'site_status') ?? null });
});

test('Which status does a created test user have?', covers('USR-64'), async ({ baseline }) => {
  record({ status: (await baseline('test-users')).status });
});

const lengths = [1_000, 100_000];
const long = creating('test-users', lengths.length, covers('USR-65'));

test('How long may a description be?', long, async ({ call, given, tag }) => {
  const { access_token } = await given('an access token');
  const answers: Record<string, unknown> = {};
  for (const length of lengths) {
    const body = testUser(tag.padEnd(length, '.'));
    answers[length] = replyOf(await call('test-users', { token: access_token, body }));
  }
  record(answers);
});
