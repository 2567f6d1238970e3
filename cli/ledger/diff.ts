import { existsSync } from 'node:fs';
import Table from 'cli-table3';
import { markdownTable } from 'markdown-table';
import { groupByKey } from '#api/group-by-key';
import { placeOf } from '#reporters/words/drift-words';
import { type Ledger, ledgerFile, readLedgerFile } from '#results/ledger/answers';
import { type Change, type Comparison, compareAnswers, type LoneAnswer, together } from '#results/ledger/comparison';
import { PROGRAM } from '#run/process/program';

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
