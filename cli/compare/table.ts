import Table from 'cli-table3';
import { markdownTable } from 'markdown-table';
import type { OutcomeChange } from './changes.ts';
import type { RunDocument } from './run-document.ts';

/** The changes between two runs in words: a table, what got worse, and the two verdicts. */
export function table(
  before: RunDocument,
  after: RunDocument,
  changes: readonly OutcomeChange[],
  asMarkdown: boolean,
): string {
  const worse = changes.filter(({ isWorse }) => isWorse);
  return [
    ...(changes.length === 0 ? [] : [asMarkdown ? markdown(changes) : grid(changes), '']),
    `${changes.length} changed, ${worse.length} of them a must that got worse${worse.length > 0 ? `: ${worse.map(({ id }) => id).join(' ')}` : ''}.`,
    `${before.target.name} ${before.verdict} → ${after.target.name} ${after.verdict}`,
  ].join('\n');
}

const head = ['', 'level', 'requirement', 'before', 'after', ''];

function cells({ id, level, text, before, after, isWorse }: OutcomeChange): string[] {
  return [id, level, text, before ?? 'none: new', after ?? 'none: disappeared', isWorse ? 'worse' : ''];
}

function grid(changes: readonly OutcomeChange[]): string {
  const rows = new Table({
    head,
    colWidths: [8, 10, 50, 16, 19, 7],
    wordWrap: true,
    style: { head: [], border: [] },
  });
  rows.push(...changes.map(cells));
  return rows.toString();
}

function markdown(changes: readonly OutcomeChange[]): string {
  const rows = changes.map((change) => cells(change).map((cell) => cell.replaceAll('|', '\\|')));
  return markdownTable([head, ...rows], { alignDelimiters: false });
}
