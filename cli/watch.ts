import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { environment } from '#run/context';
import { startPlaywright } from '#run/process/program';
import type { RunContext } from '#run/run-context';
import { createRunNames, getLastRunFile } from '#run/start';
import { rejectWrongWords } from './run.ts';
import { addSettingOptions, withRun } from './setting-options.ts';

/** Defines the loop of a provider's engineer. */
export function define(command: Command): void {
  addSettingOptions(command)
    .argument('[selection...]', 'options of npm run conformance: --project=oauth-token, --grep @TOK-29')
    .option('--until-green', 'end with 0 as soon as everything passes')
    .allowUnknownOption()
    .action(withRun(watchOver));
}

/** Runs the tests again after each change, with the same payloads, so that a repeated test is the one that failed. */
async function watchOver({ settings }: RunContext, selection: string[], flags: { readonly untilGreen?: true }) {
  rejectWrongWords(selection, settings);
  const { BASE_URL: baseUrl, REPORTS_DIR } = settings;
  const { SEED, RUN_ID } = createRunNames(environment(), undefined);
  const env = { ...environment(), SEED: String(settings.SEED || SEED), RUN_ID: settings.RUN_ID || RUN_ID };
  const runAgain = (args: readonly string[]) => run(args, env, getLastRunFile(REPORTS_DIR));
  let last = await runAgain(selection);
  if (!last.hasBegun) {
    process.exitCode = last.code; // the run has said why
    return;
  }
  while (!(flags.untilGreen && last.code === 0)) {
    say(`${last.failed} failed. Waiting for Enter${baseUrl === '' ? '' : ', or a restart of the provider'} …`);
    say(`${await waitForChange(baseUrl)}.`);
    last = await runAgain(last.failed > 0 ? [...selection, '--last-failed'] : selection);
    if (last.failed > 0 || last.code !== 0) continue;
    say('All of them pass now. Running all tests once more.');
    last = await runAgain(selection);
  }
}

function say(sentence: string): void {
  process.stdout.write(`watch: ${sentence}\n`);
}

/** Runs tests; `hasBegun` is false if a wrong command line or setting ended the run before its tests. */
async function run(args: readonly string[], env: NodeJS.ProcessEnv, file: string) {
  const before = getTime(file);
  const child = startPlaywright(['test', ...args], env, ['ignore', 'inherit', 'inherit']);
  const [code]: (number | null)[] = await once(child, 'close');
  return { code: code ?? 1, hasBegun: getTime(file) !== before, failed: listFailed(file).length };
}

function getTime(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

function listFailed(file: string): readonly unknown[] {
  if (!existsSync(file)) return [];
  const { failedTests = [] }: { failedTests?: unknown[] } = JSON.parse(readFileSync(file, 'utf8'));
  return failedTests;
}

const PROBE_INTERVAL = 500;

/** Waits for the Enter key, or a provider that was gone and is back; returns which one came. */
async function waitForChange(baseUrl: string): Promise<string> {
  const end = new AbortController();
  const { signal } = end;
  const enter = once(process.stdin.resume(), 'data', { signal }).then(() => 'Enter');
  const waits = [enter, baseUrl === '' ? waitForEndOfInput(signal) : waitForComeback(baseUrl, signal)];
  for (const wait of waits) wait.catch(() => {}); // those that are not waited for any more
  try {
    return await Promise.race(waits);
  } finally {
    end.abort();
    process.stdin.pause();
  }
}

async function waitForEndOfInput(signal: AbortSignal): Promise<never> {
  await once(process.stdin, 'end', { signal });
  throw new Error('There is nothing to wait for. Use a terminal, or set BASE_URL.');
}

async function waitForComeback(baseUrl: string, signal: AbortSignal): Promise<string> {
  while (await isUp(baseUrl)) await pause(PROBE_INTERVAL, undefined, { signal });
  while (!(await isUp(baseUrl))) await pause(PROBE_INTERVAL, undefined, { signal });
  return `${baseUrl} is back`;
}

function isUp(baseUrl: string): Promise<boolean> {
  return fetch(baseUrl, { redirect: 'manual', signal: AbortSignal.timeout(2_000) }).then(
    () => true,
    () => false,
  );
}
