import { covers, withCreation } from '#api/covers';
import { isSuccess } from '#api/exchange';
import { getShape, summarizeResponse } from '#api/reply';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import { record } from '#assertions/observe';
import { test } from '#assertions/test';
import { agreement } from '#factories/agreement';
import { without } from '#factories/json';
import { madeUp } from '#factories/near-miss';
import { fields } from '#factories/preferences/fields';
import { seededWord } from '#run/made-up-values';
import schema from '#schemas/wallet-agreements/request.json' with { type: 'json' };
import { lengths, recordLengths } from '../cases/lengths.ts';

const all = fields(schema);
const asked = withCreation('wallet-agreements', all.length, covers('WAL-60', 'WAL-15'));

test('Which fields of an agreement are required?', asked, async ({ call, given, tag }) => {
  const { access_token } = await given('an access token');
  const answers = await eachCase(all, async ({ pointer, path }) => {
    const response = await call('wallet-agreements', { token: access_token, body: without(agreement(tag), pointer) });
    await expect.soft(response, path).toBeHandled();
    return [path, isSuccess(response.status) ? 'optional' : 'required'] as const;
  });
  record(Object.fromEntries(answers));
});

test('What does a request without client.id answer?', covers('WAL-61'), async ({ call, given, tag }) => {
  const { access_token } = await given('an access token');

  record(summarizeResponse(await call('wallet-agreements', { token: access_token, query: {}, body: agreement(tag) })));
});

test('What does a client.id that is no number answer?', covers('WAL-62'), async ({ call, given, tag }) => {
  const { access_token } = await given('an access token');
  const query = { 'client.id': 'no-number' };

  record(summarizeResponse(await call('wallet-agreements', { token: access_token, query, body: agreement(tag) })));
});

test('Is the header x-platform-id required?', covers('WAL-68'), async ({ call, given, tag }) => {
  const { access_token } = await given('an access token');
  const body = agreement(tag);

  record(summarizeResponse(await call('wallet-agreements', { token: access_token, body, leavesOut: 'x-platform-id' })));
});

for (const member of ['external_user', 'agreement_data'] as const) {
  test(`Are other members accepted in ${member}?`, covers('WAL-63'), async ({ call, given, tag }) => {
    const { access_token } = await given('an access token');
    const full = agreement(tag);
    const body = { ...full, [member]: { ...full[member], [seededWord('another member')]: seededWord('value') } };

    record(summarizeResponse(await call('wallet-agreements', { token: access_token, body })));
  });
}

test(
  'Which status and code does each kind of refusal have?',
  covers('WAL-64'),
  async ({ call, provoke, given, tag }) => {
    const { access_token } = await given('an access token');
    const body = agreement(tag);

    record({
      'no token': summarizeResponse(await provoke('wallet-agreements', { body })),
      'a made-up token': summarizeResponse(await provoke('wallet-agreements', { token: madeUp(access_token), body })),
      'malformed JSON': summarizeResponse(await provoke('wallet-agreements', { token: access_token, text: '{"a":' })),
      'a list as body': summarizeResponse(await call('wallet-agreements', { token: access_token, body: [] })),
    });
  },
);

test('What is the shape of an agreement error?', covers('WAL-65'), async ({ provoke, given }) => {
  const { access_token } = await given('an access token');

  const response = await provoke('wallet-agreements', { token: access_token, text: '{"a":' });

  record(getShape(response.json));
});

test('Which status does a created agreement have?', covers('WAL-66'), async ({ baseline }) => {
  record({ status: (await baseline('wallet-agreements')).status });
});

const long = withCreation('wallet-agreements', lengths.length, covers('WAL-15', 'WAL-67'));

test('How long may an external_flow_id be?', long, async ({ call, given, tag }) => {
  const { access_token: token } = await given('an access token');

  await recordLengths((length) => call('wallet-agreements', { token, body: agreement(tag.padEnd(length, '.')) }));
});
