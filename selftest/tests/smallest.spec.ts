import { expect, test } from '@playwright/test';
import { differences, fewest } from '#factories/fewest';
import type { Conformance } from '#results/document';
import { startFront } from '../tools/front.ts';
import { runSuite } from '../tools/run-suite.ts';

test('what differs is named by value, and a list of another length as a whole', () => {
  const usual = { a: 1, b: { 'c/d': 'x', e: null }, list: [{ f: 1, g: 2 }], more: [1] };
  const payload = { a: 1, b: { 'c/d': 'y', e: null }, list: [{ f: 1, g: 3 }], more: [1, 2], own: true };

  expect(differences(payload, usual)).toEqual([
    { pointer: '/b/c~1d', value: 'y' },
    { pointer: '/list/0/g', value: 3 },
    { pointer: '/more', value: [1, 2] },
    { pointer: '/own', value: true },
  ]);
});

for (const { needed, most } of [
  { needed: [7], most: 14 },
  { needed: [0, 39], most: 30 },
  { needed: [3, 4, 5], most: 30 },
])
  test(`of forty pieces ${needed} are found with ${most} tries`, async () => {
    let tries = 0;
    const all = Array.from({ length: 40 }, (_, index) => index);

    const few = await fewest(all, async (some) => {
      tries += 1;
      return needed.every((piece) => some.includes(piece));
    });

    expect(few).toEqual(needed);
    expect(tries).toBeLessThanOrEqual(most);
  });

/** Bodies that the target rejects: one value, two together, one letter. The budget allows no extra test users. */
const rejected: Readonly<Record<string, (body: string) => boolean>> = {
  '/checkout/preferences': (body) => /"unit_price":\d+\.\d{3}\b/.test(body),
  '/v2/wallet_connect/agreements': (body) =>
    (body.includes(':8443') && body.includes('"description":"Y"')) || body.includes('%'),
  '/users/test': (body) => body.includes('東'),
};

const tests = 'buyers of tourism|few sellers|few senders write';

test('a violation of rare values names the fewest that are rejected, and its rerun draws the same', {
  tag: '@slow',
}, async () => {
  const { baseUrl, statesUrl, close, seen } = await startFront({
    change: ({ path, body }, answer) =>
      rejected[path.replace(/\?.*/, '')]?.(body) ? { status: 400, text: '{"error":"no"}' } : answer,
  });
  const where = {
    BASE_URL: baseUrl,
    PROVIDER_STATES_URL: statesUrl,
    TARGET: 'a partner',
    STRICT: '1',
    BUDGET: 'test-users=13',
  };
  const run = await runSuite({ ...where, SEED: '7', DEPTH: 'full', RUN_ID: 'run' }, '--grep', tests);
  await close();

  const outcomes = run.document().requirements.flatMap(({ id, outcome }) => (outcome === 'failed' ? id : []));
  expect(outcomes).toEqual(['PRF-22', 'USR-35', 'WAL-22']);
  expect(smallestIn(run.document())).toEqual([
    { '/items/0/unit_price': 12.345 },
    { '/return_uri': 'https://shop.example:8443/wallet', '/agreement_data/description': 'Y' },
    { '/agreement_data/description': '%' }, // of "José, 10 %"; no further test user may be created
  ]);
  expect(run.output.replace(/\s+/g, ' ')).toContain('a valid request with /items/0/unit_price 12.345 returns 400');
  expect(run.output).toContain(' DEPTH=full SEED=7 ');
  expect(seen.filter(({ path }) => path.startsWith('/checkout')).length).toBeLessThan(30 + 30);
});

/** Returns the smallest rejected fields that the violations of a run report. */
function smallestIn({ requirements }: Conformance): unknown[] {
  const causes = requirements.flatMap(({ tests }) => tests.map(({ cause }) => cause));
  const problems = causes.flatMap((cause) =>
    cause?.kind === 'breach' ? cause.exchanges.flatMap((exchange) => exchange.problems) : [],
  );
  return problems.flatMap((problem) => (problem.kind === 'smallest' ? [problem.members] : []));
}
