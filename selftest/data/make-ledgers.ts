import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { startProvider } from '#mock/server';
import { singleVariations, variation } from '#mock/variations';
import { startSecondProvider } from '../second-provider/server.ts';
import { runSuite } from '../tools/run-suite.ts';

// Makes the ledgers in this folder anew, and their differences: node --import tsx selftest/data/make-ledgers.ts
const DEPTH = 'smoke';
const LEDGERS_DIR = 'selftest/data/ledgers';

interface Target {
  readonly baseUrl: string;
  readonly statesUrl: string | undefined;
  readonly close: () => Promise<void>;
}

const alone = Array.from({ length: singleVariations + 1 }, (_, number) => number);
const codesWorkTwice = alone.find((number) => variation(number).codeUses === 2) ?? 0;

await make('default', await startProvider({ variation: 0 }));
for (const [target, start] of [
  ['codes-work-twice', () => startProvider({ variation: codesWorkTwice })],
  ['at-random', () => startProvider({ variation: 200 })],
  ['second-provider', () => startSecondProvider({ form: 'plain' })],
] as const) {
  await make(target, await start());
  writeFileSync(`${LEDGERS_DIR}/default-${target}.md`, ledger('diff', 'default', target, '--markdown'));
}

async function make(target: string, { baseUrl, statesUrl = '', close }: Target): Promise<void> {
  const where = { BASE_URL: baseUrl, PROVIDER_STATES_URL: statesUrl };
  const run = await runSuite({ ...where, TARGET: target, LEDGERS_DIR, DEPTH, WORKERS: '2' });
  await close();
  process.stdout.write(`${target}: ${run.output.match(/^Verdict.*$/m)?.[0] ?? run.output}\n`);
  process.env.REPORTS_DIR = run.reports;
  ledger('accept');
}

function ledger(...args: string[]): string {
  const env = { ...process.env, LEDGERS_DIR };
  return execFileSync(process.execPath, ['--import', 'tsx', 'cli/conformance.ts', 'ledger', ...args], {
    env,
  }).toString();
}
