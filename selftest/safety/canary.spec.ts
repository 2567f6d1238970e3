import { expect, test } from '@playwright/test';
import {
  cutsJson,
  hangsUp,
  plain,
  redirects,
  repeatsInErrors,
  repeatsInHeaders,
  saysOpposite,
  showsPage,
  staysSilent,
} from '../canary/habits.ts';
import { startCanary } from '../canary/provider.ts';
import { config, expectNoLeak, leaksOf, type Row } from '../canary/run-canary.ts';
import { AWKWARD } from '../second-provider/choices.ts';
import { runSuite } from '../tools/run-suite.ts';

test('a run leaves no secret of a provider that repeats them everywhere', async () => {
  await expectNoLeak({
    title: 'repeats them everywhere',
    habits: [repeatsInErrors, plain, repeatsInHeaders, showsPage, redirects, cutsJson],
    form: AWKWARD,
    args: ['--project=oauth-token', 'grants', '--project=test-users', 'creation', '--shard=1/1'], // with what a shard leaves for the merge
  });
});

test('a run leaves no secret where nothing listens', { tag: '@slow' }, async () => {
  const provider = await startCanary(0, []);

  const run = await runSuite(
    { BASE_URL: 'http://127.0.0.1:9', PROVIDER_STATES_URL: provider.statesUrl },
    ...config,
    '--project=test-users',
    '--grep=@USR-01',
  );
  await provider.close();

  expect(run.output).toContain('ECONNREFUSED');
  expect(leaksOf(run, provider.secrets)).toEqual([]);
});

const rows: readonly Row[] = [
  {
    title: 'says the opposite',
    habits: [saysOpposite],
    form: 0,
    args: ['--project=oauth-token', 'presented'],
  },
  {
    title: 'hangs up or stays silent',
    habits: [plain, hangsUp, plain, staysSilent],
    form: AWKWARD,
    args: ['--project=test-users', 'creation'],
    variables: { REQUEST_TIMEOUT: '1' },
  },
  {
    title: 'stays silent until the test times out',
    habits: [plain, plain, staysSilent],
    form: 0,
    args: ['--project=instore-orders', 'deletion', '--timeout=1500'],
    shows: /Test timeout of \d+ms exceeded/, // more than 1500: what a request took is added
  },
];

for (const row of rows)
  test(`a run leaves no secret of a provider that ${row.title}`, { tag: '@slow' }, () => expectNoLeak(row));
