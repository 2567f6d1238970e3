import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { settings } from '../../suite/run/context.ts';
import { startPlaywright } from '../../suite/run/process/playwright.ts';

/** Where Playwright notes what failed, for --last-failed. */
const lastRun = () => path.join(settings().REPORTS_DIR, 'test-results', '.last-run.json');

/** What a run came to. */
export interface WatchedRun {
  readonly isGreen: boolean;
  /** How many tests failed, or could not be asked because of an outage. */
  readonly failed: number;
}

/** Runs the suite with these arguments, its output passed through. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<WatchedRun> {
  const child = startPlaywright(['test', ...args], env, ['ignore', 'inherit', 'inherit']);
  const [code]: (number | null)[] = await once(child, 'close');
  return { isGreen: code === 0, failed: failedTests().length };
}

function failedTests(): readonly unknown[] {
  if (!existsSync(lastRun())) return [];
  const { failedTests = [] }: { failedTests?: unknown[] } = JSON.parse(readFileSync(lastRun(), 'utf8'));
  return failedTests;
}
