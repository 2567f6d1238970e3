import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { lastRunFile, settings } from '../../suite/run/context.ts';
import { startPlaywright } from '../../suite/run/process/playwright.ts';

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
  const file = lastRunFile(settings().REPORTS_DIR);
  if (!existsSync(file)) return [];
  const { failedTests = [] }: { failedTests?: unknown[] } = JSON.parse(readFileSync(file, 'utf8'));
  return failedTests;
}
