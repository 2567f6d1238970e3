import { readFileSync } from 'node:fs';
import { capabilities, capabilityNames } from '#api/requirement';
import { fewest, listDifferences } from '#assertions/control/smallest';
import type { Conformance } from '#results/document';
import { readSettings } from '#run/settings/settings';
import { forgetEnvironment } from '../playwright.config.ts';
import { expect, long, slow, test } from '../tools/fixtures.ts';
import { type Answered, runBehindFront, type Seen } from '../tools/front.ts';
import { runProgram, runSuite } from '../tools/runs.ts';

test('what is accepted and wrong is a breach, even without a control', slow, async ({ serve }) => {
  const BASE_URL = await serve((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"agreement_id":1}'),
  );
  const states = {
    ...{ STATE_AN_ACCESS_TOKEN__ACCESS_TOKEN: 'a-token', STATE_AN_ACCESS_TOKEN__USER_ID: '1' },
    ...{ STATE_AN_APPLICATION__CLIENT_ID: '1', STATE_AN_APPLICATION__CLIENT_SECRET: 'secret' },
    STATE_AN_APPLICATION__REDIRECT_URI: 'https://shop.example/',
  };

  const run = await runSuite({ WITHOUT: capabilityNames.join(), BASE_URL, ...states }, '--project=wallet-agreements');

  expect(run.output).toContain('FAILED WAL-01');
  expect(run.output).toContain('agreement_id: expected string, actual: 1');
});

test('what is switched off sends nothing', long, async ({ serve }) => {
  let asked = 0;
  const url = await serve((_, response) => {
    asked += 1;
    response.end();
  });

  const variables = { WITHOUT: 'identity', BASE_URL: url, PROVIDER_STATES_URL: url };
  const run = await runSuite(variables, '--project=instore-orders', '--grep=@ORD-12');

  expect([run.code, asked]).toEqual([1, 0]); // 1: it exercised nothing
});

test('the words of WITHOUT may have spaces between them and any order', () => {
  expect(readSettings({ WITHOUT: ' state , credentials,' }).WITHOUT).toEqual(['credentials', 'state']);
});

test('docs/test-your-service.md has each capability with its line', () => {
  const page = readFileSync('docs/test-your-service.md', 'utf8');

  for (const [name, { does, without }] of Object.entries(capabilities))
    expect(page).toContain(`| \`${name}\` | ${does} | ${without} |`);
});

const foreign = {
  ...{ BASE_URL: 'https://elsewhere.example', TARGET: 'sandbox', STRICT: 'perhaps', SHARD: '2/2' },
  PLAYWRIGHT_JSON_OUTPUT_NAME: 'elsewhere.json',
};

test('no variable of the caller changes a self-test', long, async () => {
  const words = ['test', '-c', 'selftest', 'selftest/transport/same-origin.spec', '--grep=path parameter'];
  const output = ['--output', test.info().outputPath()];

  const { code, stdout } = await runProgram('node_modules/.bin/playwright', [...words, ...output], foreign);

  expect([code, stdout]).toEqual([0, expect.stringMatching(/\d+ passed/)]);
});

test('a worker keeps what Playwright has set', () => {
  const environment = { TEST_WORKER_INDEX: '0', PLAYWRIGHT_TEST: '1' };

  forgetEnvironment(environment);

  expect(environment).toHaveProperty('PLAYWRIGHT_TEST');
});

test('what differs is named by value, and a list of another length as a whole', () => {
  const usual = { a: 1, b: { 'c/d': 'x', e: null }, list: [{ f: 1, g: 2 }], more: [1] };
  const payload = { a: 1, b: { 'c/d': 'y', e: null }, list: [{ f: 1, g: 3 }], more: [1, 2], own: true };

  expect(listDifferences(payload, usual)).toEqual([
    { pointer: '/b/c~1d', value: 'y' },
    { pointer: '/list/0/g', value: 3 },
    { pointer: '/more', value: [1, 2] },
    { pointer: '/own', value: true },
  ]);
});

for (const [most, needed] of [
  [14, [7]],
  [30, [0, 39]],
  [30, [3, 4, 5]],
] as const)
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
    (body.includes(':8443') && body.includes('"description":"Y"')) || /"description":"[^"]*%/.test(body),
  '/users/test': (body) => body.includes('東'),
};

const tests = 'buyers of tourism|few sellers|few senders write';

test('a violation of rare values names the fewest that are rejected, and its rerun draws the same', slow, async () => {
  const change = ({ path, body }: Seen, answer: Answered) =>
    rejected[path.replace(/\?.*/, '')]?.(body) ? { status: 400, text: '{"error":"no"}' } : answer;
  const judging = { TARGET: 'a partner', STRICT: '1', BUDGET: 'test-users=13' };
  const names = { SEED: '7', DEPTH: 'full', RUN_ID: 'run' };
  const run = await runBehindFront({ change }, { ...judging, ...names }, '--grep', tests);

  const outcomes = run.document().requirements.flatMap(({ id, outcome }) => (outcome === 'failed' ? id : []));
  expect(outcomes).toEqual(['PRF-22', 'USR-35', 'WAL-22']);
  expect(smallestIn(run.document())).toEqual([
    { '/items/0/unit_price': 12.345 },
    { '/return_uri': 'https://shop.example:8443/wallet?next=%2Fcarrito%3Fa%3D1', '/agreement_data/description': 'Y' },
    { '/agreement_data/description': '%' }, // of "José, 10 %"; no further test user may be created
  ]);
  expect(run.output.replace(/\s+/g, ' ')).toContain('a valid request with /items/0/unit_price 12.345 returns 400');
  expect(run.output).toContain(' DEPTH=full SEED=7 ');
  expect(run.seen.filter(({ path }) => path.startsWith('/checkout')).length).toBeLessThan(30 + 30);
});

for (const status of [400, 500])
  test(
    `a target that returns ${status} for one industry is judged with another`,
    status === 400 ? long : slow,
    async () => {
      const isRetail = (body: string) => /Canasta|Café molido|Detergente/.test(body);
      const change = ({ path, body }: Seen, answer: Answered) =>
        path.startsWith('/checkout') && isRetail(body) ? { status, text: '{"status":"no"}' } : answer;

      const run = await runBehindFront({ change }, {}, '--project=checkout-preferences');

      const notPassed = run.document().requirements.filter(({ id, outcome }) => {
        return id.startsWith('PRF') && (outcome === 'failed' || outcome === 'inconclusive');
      });
      expect(notPassed.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([
        'PRF-01 failed',
        'PRF-02 inconclusive',
        'PRF-22 inconclusive',
      ]);
    },
  );

function smallestIn({ requirements }: Conformance): unknown[] {
  const causes = requirements.flatMap(({ tests }) => tests.map(({ cause }) => cause));
  const problems = causes.flatMap((cause) =>
    cause?.kind === 'breach' ? cause.exchanges.flatMap((exchange) => exchange.problems) : [],
  );
  return problems.flatMap((problem) => (problem.kind === 'smallest' ? [problem.members] : []));
}
