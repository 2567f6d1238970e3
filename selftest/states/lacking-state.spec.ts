import { expect, test } from '@playwright/test';
import { startFront } from '../tools/front.ts';
import { runSuite } from '../tools/run-suite.ts';

const lacking = ['an access token', 'a refresh token'];

test('a state that a target lacks takes no test along that can do without it', { tag: '@long' }, async () => {
  const front = await startFront({
    change: ({ path, body }, answer) =>
      path === '/_states' && lacking.includes(JSON.parse(body).state) ? { status: 404, text: '{}' } : answer,
  });
  const where = { BASE_URL: front.baseUrl, PROVIDER_STATES_URL: front.statesUrl };

  const run = await runSuite(
    where,
    '--project=oauth-token',
    '--project=instore-orders',
    '--grep=opens wallet-agreements with the token of a code|another credential in place',
  );
  await front.close();

  const tests = run.document().requirements.flatMap((row) => row.tests);
  expect(tests.map(({ title, outcome }) => `${title}: ${outcome}`).toSorted()).toEqual([
    'opens wallet-agreements with the token of a code: passed',
    'rejects another credential in place of the token: passed',
  ]);
});
