import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import writeFileAtomic from 'write-file-atomic';
import { register } from '#api/register';
import { comparisonLines } from '#reporters/words/drift-words';
import {
  type Ledger,
  ledgerFile,
  ledgerText,
  type RunAnswers,
  readLedger,
  readRunAnswers,
} from '#results/ledger/answers';
import { compareAnswers, together } from '#results/ledger/comparison';
import { accepted } from '#results/ledger/drift';
import { settings } from '#run/context';
import { print } from '#run/process/output';
import { diff } from './diff.ts';
import { matrix, report } from './pages.ts';

/** The ledgers: four commands. */
export function define(ledger: Command): void {
  ledger
    .command('accept')
    .description('takes the answers of the last run over into the ledger of its target')
    .action(async () => print(await accept()));

  ledger
    .command('diff')
    .description('prints what differs between two ledgers, side by side')
    .argument('<one>', 'the name of a target, or a file')
    .argument('<other>', 'the name of a target, or a file')
    .option('--markdown', 'as a table in Markdown')
    .action((one: string, other: string, options: { markdown?: boolean }) =>
      print(diff(one, other, options.markdown === true)),
    );

  ledger
    .command('report')
    .description('writes reports/unspecified.md: what the reference does not show, and what the target does')
    .argument('[target]', 'the name of a target with a ledger; nothing: the answers of the last run')
    .action(async (target?: string) => print(await report(target)));

  ledger
    .command('matrix')
    .description('writes reports/matrix.html: what each target does where the reference is silent, side by side')
    .argument('<place...>', 'folders of reports, ledgers, or folders of ledgers')
    .action(async (places: string[]) => print(await matrix(places)));
}

/** Takes the answers of the last run over into its target's ledger; returns what that changes. */
export async function accept(): Promise<string> {
  const run = readRunAnswers();
  refuseOutage();
  const before = readLedger(run.target);
  if (before) refuseMixedDepths(before, run, [...new Set(register.map(({ endpoint }) => endpoint))]);
  const after = accepted(before, run, register);
  const file = ledgerFile(run.target);
  mkdirSync(path.dirname(file), { recursive: true });
  await writeFileAtomic(file, ledgerText(after));
  return [`Written: ${file}`, ...(before ? changes(before, after) : [])].join('\n');
}

function changes(before: Ledger, after: Ledger): string[] {
  const lines = comparisonLines(
    together(compareAnswers(before.answers, after.answers), compareAnswers(before.observed, after.observed)),
  );
  return lines.length > 0 ? lines : ['Nothing changed.'];
}

/** Returns what an outage left out was not asked, so the answers are no more than part of what the target does. */
function refuseOutage(): void {
  const file = path.join(settings().REPORTS_DIR, 'conformance.json');
  if (!existsSync(file)) return;
  const { unreachable = null }: { unreachable?: string | null } = JSON.parse(readFileSync(file, 'utf8'));
  if (unreachable !== null)
    throw new Error(`Nothing was accepted, for the last run ended in an outage: ${unreachable} Then run again.`);
}

/** Part of a run at another DEPTH would leave a ledger of which nobody can say how deep it goes. */
function refuseMixedDepths(before: Ledger, run: RunAnswers, endpoints: readonly string[]): void {
  const isWhole = endpoints.every((endpoint) => endpoint === 'service' || run.complete.includes(endpoint));
  if (isWhole || before.depth === run.depth) return;
  throw new Error(
    `${ledgerFile(run.target)} was accepted at DEPTH=${before.depth} and the last run was a part at DEPTH=${run.depth}: run everything, or with DEPTH=${before.depth}.`,
  );
}
