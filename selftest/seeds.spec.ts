import { userAgent } from '#assertions/connection';
import { cheats, inCommon, record, runAgainst } from './matrix/cheats.ts';
import { expect, slow, test } from './tools/fixtures.ts';

// Only one operation; `node --import tsx selftest/matrix/seeds.ts` tests whole runs and every such provider.
test('two seeds share hardly a request, and one finds a provider that knows the other', slow, async () => {
  const [one, other] = await Promise.all([record(101, 'a part'), record(202, 'a part')]);

  const found = await runAgainst(cheats['the words of the requests'], 202, one.requests);

  expect([one.code, other.code]).toEqual([0, 0]);
  expect(inCommon(one.requests, other.requests).alike).toBeLessThan(0.05);
  expect(userAgent({ SEED: 101 })).not.toBe(userAgent({ SEED: 202 }));
  expect(found.document().verdict).toBe('NON-CONFORMANT');
});
