import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { type Provider, startProvider } from '#mock/server';
import { type SecondProvider, startSecondProvider } from '../second-provider/server.ts';
import { runSuite } from '../tools/run-suite.ts';

// Makes the ledgers in this folder anew, and their differences: node --import tsx selftest/data/make-ledgers.ts
const LEDGERS_DIR = 'selftest/data/ledgers';

await make('default', await startProvider({ variation: 0 }));
await make('second-provider', await startSecondProvider());
const differences = ledger({}, 'diff', 'default', 'second-provider', '--markdown');
writeFileSync(`${LEDGERS_DIR}/default-second-provider.md`, differences);

async function make(TARGET: string, { baseUrl, statesUrl = '', close }: Provider | SecondProvider): Promise<void> {
  const where = { BASE_URL: baseUrl, PROVIDER_STATES_URL: statesUrl };
  const run = await runSuite({ ...where, TARGET, LEDGERS_DIR, DEPTH: 'smoke' }, '--workers=2');
  await close();
  process.stdout.write(`${TARGET}: ${run.output.match(/^Verdict.*$/m)?.[0] ?? run.output}\n`);
  ledger({ REPORTS_DIR: run.reports }, 'accept');
}

function ledger(variables: Readonly<Record<string, string>>, ...args: string[]): string {
  const env = { ...process.env, LEDGERS_DIR, ...variables };
  const command = ['--import', 'tsx', 'cli/conformance.ts', 'ledger', ...args];
  return execFileSync(process.execPath, command, { env, encoding: 'utf8' });
}
