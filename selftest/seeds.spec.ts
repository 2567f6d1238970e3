import { expect, test } from '@playwright/test';
import { userAgent } from '#assertions/connection';
import { cheats, inCommon, record, runAgainst } from './matrix/cheats.ts';
import { startFront } from './tools/front.ts';
import { runSuite } from './tools/run-suite.ts';

// Only one operation; `node --import tsx selftest/matrix/seeds.ts` tests whole runs and every such provider.
test('two seeds have hardly a request in common, and who knows the words of one is found out by the other', {
  tag: '@slow',
}, async () => {
  const [one, other] = await Promise.all([record(101, 'a part'), record(202, 'a part')]);

  const found = await runAgainst(cheats['the words of the requests'], 202, one.requests);

  expect([one.code, other.code]).toEqual([0, 0]);
  expect(inCommon(one.requests, other.requests).alike).toBeLessThan(0.05);
  expect(userAgent({ SEED: 101 })).not.toBe(userAgent({ SEED: 202 }));
  expect(found.document().verdict).toBe('NON-CONFORMANT');
});

test('EXTRA_HEADERS replaces the User-Agent', { tag: '@long' }, async () => {
  const front = await startFront();

  const where = { BASE_URL: front.baseUrl, PROVIDER_STATES_URL: front.statesUrl };
  await runSuite({ ...where, EXTRA_HEADERS: 'user-agent: partner/1.0' }, '--grep', '@ORD-01');
  await front.close();

  const sent = front.seen.filter(({ path }) => !path.startsWith('/_states'));
  expect(new Set(sent.map(({ headers }) => headers['user-agent']))).toEqual(new Set(['partner/1.0']));
});
