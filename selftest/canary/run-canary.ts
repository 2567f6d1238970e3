import { expect } from '@playwright/test';
import { createByteFinder, describeLeaks, searchBytes, searchFolder } from '#redaction/search';
import { runSuite, type SuiteRun } from '../tools/run-suite.ts';
import type { Habit } from './habits.ts';
import { startCanary } from './provider.ts';

export const config = ['-c', 'selftest/canary/playwright.config.ts'];

/** A provider of bad habits, and which tests are run against it. */
export interface Row {
  readonly title: string;
  readonly habits: readonly Habit[];
  readonly form: number;
  readonly args: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  /** Holds what the output shows where the provider did as its title says. */
  readonly shows?: string | RegExp;
}

/** Runs the tests of a row and looks for the secrets of its provider in all that the run left. */
export async function expectNoLeak({
  habits,
  form,
  args,
  variables = {},
  shows = /\[redacted]|\$\w*ACCESS_TOKEN/,
}: Row): Promise<void> {
  const provider = await startCanary(form, habits);

  const run = await runSuite(
    { BASE_URL: provider.baseUrl, PROVIDER_STATES_URL: provider.statesUrl, ...variables },
    '--workers=2',
    ...config,
    ...args,
  );
  await provider.close();

  expect(provider.secrets.size).toBeGreaterThan(1);
  expect(run.output.search(shows)).not.toBe(-1);
  expect(leaksOf(run, provider.secrets)).toEqual([]);
}

/** Returns where a run left secrets: in its reports, or in what it printed. */
export function leaksOf({ reports, output }: SuiteRun, secrets: ReadonlySet<string>): string[] {
  const finder = createByteFinder(secrets);
  const inOutput = searchBytes(Buffer.from(output), finder).leaks.map((leak) => ({ ...leak, file: 'the output' }));
  return describeLeaks([...inOutput, ...searchFolder(reports, finder).leaks]);
}
