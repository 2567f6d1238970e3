import { expect, test } from '@playwright/test';
import { createByteFinder, placesOf, searchBytes, searchFolder } from '../suite/run/secrets/search.ts';
import {
  cutsJson,
  type Habit,
  hangsUp,
  plain,
  redirects,
  repeatsInErrors,
  repeatsInHeaders,
  saysOpposite,
  showsPage,
  staysSilent,
} from './canary/habits.ts';
import { startCanary } from './canary/provider.ts';
import { runSuite, type SuiteRun } from './run-suite.ts';

const config = ['-c', 'selftest/canary/playwright.config.ts'];
const issuing = ['--project=oauth-token', 'grants'];
const users = ['--project=test-users', 'creation'];
const loose = [repeatsInErrors, plain, repeatsInHeaders, showsPage, redirects, cutsJson];

interface Row {
  readonly title: string;
  readonly habits: readonly Habit[];
  readonly form: 'plain' | 'talkative';
  readonly args: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  /** What the output shows where the provider did as its title says. */
  readonly shows?: string | RegExp;
}

const rows: readonly Row[] = [
  {
    title: 'repeats them everywhere',
    habits: loose,
    form: 'talkative',
    args: [...issuing, ...users, '--shard=1/1'], // with what a shard leaves for the merge
  },
  {
    title: 'says the opposite',
    habits: [saysOpposite],
    form: 'plain',
    args: ['--project=oauth-token', 'invalid-codes'],
  },
  {
    title: 'hangs up or stays silent',
    habits: [plain, hangsUp, plain, staysSilent],
    form: 'talkative',
    args: users,
    variables: { REQUEST_TIMEOUT: '1' },
  },
  {
    title: 'stays silent until the test times out',
    habits: [plain, plain, staysSilent],
    form: 'plain',
    args: ['--project=instore-orders', 'deletion', '--timeout=1500'],
    shows: /Test timeout of \d+ms exceeded/, // more than 1500: what a request took is added
  },
];

for (const { title, habits, form, args, variables = {}, shows = /\[redacted]|\$ACCESS_TOKEN/ } of rows) {
  test(`a run leaves no secret of a provider that ${title}`, async () => {
    const provider = await startCanary(form, habits);

    const run = await runSuite(
      { BASE_URL: provider.baseUrl, PROVIDER_STATES_URL: provider.statesUrl, WORKERS: '2', ...variables },
      ...config,
      ...args,
    );
    await provider.close();

    expect(provider.secrets.size).toBeGreaterThan(1);
    expect(run.output.search(shows)).not.toBe(-1);
    expect(leaksOf(run, provider.secrets)).toEqual([]);
  });
}

test('a run leaves no secret where nobody listens', async () => {
  const provider = await startCanary('plain', []);

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

function leaksOf({ reports, output }: SuiteRun, secrets: ReadonlySet<string>): string[] {
  const finder = createByteFinder(secrets);
  const inOutput = searchBytes(Buffer.from(output), finder).map((leak) => ({ ...leak, file: 'the output' }));
  return placesOf([...inOutput, ...searchFolder(reports, finder)]);
}
