import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import writeFileAtomic from 'write-file-atomic';
import { groupByKey } from '#api/group-by-key';
import { endpoints } from '#api/operations';
import { register } from '#api/register';
import { answerMatrix } from '#reporters/html/answers';
import { comparisonLines, getPlace } from '#reporters/words/drift-words';
import schema from '#results/conformance.schema.json' with { type: 'json' };
import type { Conformance } from '#results/document';
import { getAnswers, type Ledger, ledgerFile, ledgerText, readLedger, readLedgerFile } from '#results/ledger/answers';
import { acceptRun, type Comparison, compareLedgers, type LoneAnswer } from '#results/ledger/comparison';
import { readJsonFile } from '#run/json-file';
import { print } from '#run/process/command-line';
import { PROGRAM } from '#run/process/program';
import type { Settings } from '#run/settings/settings';
import { withRun } from './setting-options.ts';
import { renderTable } from './table.ts';

/** Defines the commands for ledgers. */
export function define(ledger: Command): void {
  ledger
    .command('accept')
    .description('Copy the responses of the last run into the ledger of its target.')
    .action(withRun(async ({ settings }) => print(await accept(settings))));

  ledger
    .command('diff')
    .description('Print the differences between two ledgers, side by side.')
    .argument('<one>', 'the name of a target, or a file')
    .argument('<other>', 'the name of a target, or a file')
    .option('--markdown', 'as a table in Markdown')
    .action(
      withRun(({ settings }, one: string, other: string, { markdown = false }: { markdown?: boolean }) =>
        print(diff(getLedger(one, settings), getLedger(other, settings), markdown)),
      ),
    );

  ledger
    .command('matrix')
    .description('Write reports/matrix.html: what each target does where the reference is silent, side by side.')
    .argument('<place...>', 'folders of reports, ledgers, or folders of ledgers')
    .action(withRun(async ({ settings }, places: string[]) => print(await matrix(places, settings))));
}

/** Takes the responses of the last run over into its target's ledger; returns what that changes. */
async function accept(settings: Settings): Promise<string> {
  const document = readResult(settings.REPORTS_DIR);
  if (document.unreachable !== null)
    throw new Error(
      `Nothing was accepted: the last run ended in an outage. ${document.unreachable} Run again when the target responds.`,
    );
  const run = getAnswers(document);
  const before = readLedger(settings, run.target);
  const file = ledgerFile(settings, run.target);
  const isWhole = endpoints.every((endpoint) => run.complete.includes(endpoint));
  if (before && !isWhole && before.depth !== run.depth)
    throw new Error(
      `${file} was accepted at DEPTH=${before.depth} but the last run was partial at DEPTH=${run.depth}. Run everything, or set DEPTH=${before.depth}.`,
    );
  const after = acceptRun(before, run);
  mkdirSync(path.dirname(file), { recursive: true });
  await writeFileAtomic(file, ledgerText(after));
  const changes = before ? comparisonLines(compareLedgers(before, after)) : undefined;
  return [`Written: ${file}`, ...(changes?.length === 0 ? ['Nothing changed.'] : (changes ?? []))].join('\n');
}

function readResult(folder: string): Conformance {
  const file = path.join(folder, 'conformance.json');
  if (!existsSync(file)) throw new Error(`${file} does not exist. Run ${PROGRAM} run first, or set REPORTS_DIR.`);
  return readJsonFile<Conformance>(file, schema).value;
}

type Row = readonly [place: string, one: string, other: string];

/** Returns the differences between the ledgers of two targets, as a grid or as Markdown. */
function diff(before: Ledger, after: Ledger, asMarkdown: boolean): string {
  const rows = getRows(compareLedgers(before, after));
  const head = ['', before.target, after.target];
  const code = (cell: string) => (asMarkdown && cell !== '' ? `\`${cell}\`` : cell);
  const cells = rows.map(([place, ...values]) => [place, ...values.map(code)]);
  const depths =
    before.depth === after.depth
      ? '.'
      : `, some perhaps only because of DEPTH=${before.depth} and DEPTH=${after.depth}.`;
  return [
    renderTable(head, cells, { colWidths: [50, 40, 40], wrapOnWordBoundary: false }, asMarkdown),
    '',
    `${rows.length} ${rows.length === 1 ? 'difference' : 'differences'} between ${before.target} and ${after.target}${depths}`,
  ].join('\n');
}

function getLedger(name: string, settings: Settings): Ledger {
  const file = ledgerFile(settings, name);
  if (existsSync(file)) return readLedgerFile(file);
  if (name.endsWith('.json')) return readLedgerFile(name);
  throw new Error(
    `${name} has no ledger (${file} does not exist). Run TARGET=${name} ${PROGRAM} run, then ${PROGRAM} ledger accept.`,
  );
}

/** Returns a row for each difference; the same change in several places of one requirement is one row. */
function getRows({ changed, new: fresh, gone }: Comparison): Row[] {
  const text = (value: unknown) => JSON.stringify(value) ?? '';
  const lone = ({ of, title }: LoneAnswer) => `${of} ${title}`;
  const alike = groupByKey(changed, (change) => JSON.stringify([change.of, change.old, change.new]));
  return [
    ...[...alike.values()].flatMap(([first, ...others]): Row[] => {
      if (!first) return [];
      const more = others.length > 0 ? ` and ${others.length} more of ${first.of}` : '';
      return [[getPlace(first) + more, text(first.old), text(first.new)]];
    }),
    ...gone.map((answer): Row => [lone(answer), text(answer.answer), '']),
    ...fresh.map((answer): Row => [lone(answer), '', text(answer.answer)]),
  ];
}

/** Writes reports/matrix.html, the behaviour of each target where the reference is silent; returns its path. */
async function matrix(places: readonly string[], { REPORTS_DIR, REPORT_LANGUAGE }: Settings): Promise<string> {
  const ledgers = places.flatMap(ledgersIn);
  const file = path.join(REPORTS_DIR, 'matrix.html');
  mkdirSync(REPORTS_DIR, { recursive: true });
  await writeFileAtomic(file, answerMatrix(ledgers, register, REPORT_LANGUAGE));
  return `Written: ${file}, from the responses of ${ledgers.map(({ target }) => target).join(', ')}`;
}

/** Returns the responses in a folder of reports (by date and build), the ledgers in a folder, or that of a file. */
function ledgersIn(place: string): Ledger[] {
  const places = 'Use a folder of reports, a ledger, or a folder of ledgers.';
  if (!existsSync(place)) throw new Error(`${place} does not exist. ${places}`);
  if (statSync(place).isFile()) return [readLedgerFile(place)];
  if (existsSync(path.join(place, 'conformance.json'))) {
    const document = readResult(place);
    const { build } = document.product;
    const target = `${document.target.name} ${document.started.slice(0, 10)}${build === '' ? '' : ` build ${build}`}`;
    return [{ ...getAnswers(document), target }];
  }
  const names = readdirSync(place).filter((name) => name.endsWith('.json'));
  if (names.length === 0) throw new Error(`${place} has no conformance.json and no ledger. ${places}`);
  return names.map((name) => readLedgerFile(path.join(place, name)));
}
