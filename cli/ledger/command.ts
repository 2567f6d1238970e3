import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Table from 'cli-table3';
import type { Command } from 'commander';
import { markdownTable } from 'markdown-table';
import writeFileAtomic from 'write-file-atomic';
import { groupByKey } from '#api/group-by-key';
import { register } from '#api/register';
import { comparisonLines, placeOf } from '#reporters/words/drift-words';
import {
  type Ledger,
  ledgerFile,
  ledgerText,
  type RunAnswers,
  readLedger,
  readLedgerFile,
  readRunAnswers,
} from '#results/ledger/answers';
import { type Change, type Comparison, compareAnswers, type LoneAnswer, together } from '#results/ledger/comparison';
import { accepted } from '#results/ledger/drift';
import { settings } from '#run/context';
import { complain, print } from '#run/process/output';
import { PROGRAM } from '#run/process/program';
import { matrix } from './pages.ts';

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
    .command('matrix')
    .description('writes reports/matrix.html: what each target does where the reference is silent, side by side')
    .argument('<place...>', 'folders of reports, ledgers, or folders of ledgers')
    .action(async (places: string[]) => print(await matrix(places)));

  ledger
    .command('report', { hidden: true })
    .argument('[target]')
    .action(async (target?: string) => {
      complain('ledger report is deprecated. Use ledger matrix with a ledger or a folder of reports.');
      print(await matrix([target === undefined ? settings().REPORTS_DIR : ledgerFile(target)]));
    });
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

type Row = readonly [place: string, one: string, other: string];

/** Returns what differs between the ledgers of two targets, side by side: in a grid or as Markdown. */
export function diff(one: string, other: string, asMarkdown: boolean): string {
  const [before, after] = [ledgerOf(one), ledgerOf(other)];
  const rows = rowsOf(
    together(compareAnswers(before.answers, after.answers), compareAnswers(before.observed, after.observed)),
  );
  const head = ['', before.target, after.target];
  return [
    asMarkdown ? markdown(head, rows) : grid(head, rows),
    '',
    `${rows.length} ${rows.length === 1 ? 'difference' : 'differences'} between ${before.target} and ${after.target}${depths(before, after)}`,
  ].join('\n');
}

function ledgerOf(name: string): Ledger {
  if (existsSync(ledgerFile(name))) return readLedgerFile(ledgerFile(name));
  if (name.endsWith('.json')) return readLedgerFile(name);
  throw new Error(
    `${name} has no ledger (${ledgerFile(name)} is not there): TARGET=${name} ${PROGRAM} run, then ${PROGRAM} ledger accept.`,
  );
}

function rowsOf({ changed, new: fresh, gone }: Comparison): Row[] {
  const lone = ({ of, title }: LoneAnswer) => `${of} ${title}`;
  const alike = groupByKey(changed, (change) => JSON.stringify([change.of, change.old, change.new]));
  return [
    ...[...alike.values()].flatMap(changeRow),
    ...gone.map((answer): Row => [lone(answer), text(answer.answer), '']),
    ...fresh.map((answer): Row => [lone(answer), '', text(answer.answer)]),
  ];
}

/** The same change in several places of one requirement is one row. */
function changeRow(changes: readonly Change[]): Row[] {
  const [first, ...others] = changes;
  if (!first) return [];
  const more = others.length > 0 ? ` and ${others.length} more of ${first.of}` : '';
  return [[placeOf(first) + more, text(first.old), text(first.new)]];
}

function text(value: unknown): string {
  return JSON.stringify(value) ?? '';
}

function markdown(head: readonly string[], rows: readonly Row[]): string {
  const code = (cell: string) => (cell === '' ? '' : `\`${escaped(cell)}\``);
  const cells = rows.map(([place, one, other]) => [escaped(place), code(one), code(other)]);
  return markdownTable([head, ...cells], { alignDelimiters: false });
}

/** A bar would end the cell, in code too. */
function escaped(cell: string): string {
  return cell.replaceAll('|', '\\|');
}

function grid(head: readonly string[], rows: readonly Row[]): string {
  const table = new Table({
    head: [...head],
    colWidths: [50, 40, 40],
    wordWrap: true,
    wrapOnWordBoundary: false,
    style: { head: [], border: [] },
  });
  table.push(...rows.map((row) => [...row]));
  return table.toString();
}

function depths(one: Ledger, other: Ledger): string {
  if (one.depth === other.depth) return '.';
  return `, of which some may come of DEPTH=${one.depth} and DEPTH=${other.depth}.`;
}
