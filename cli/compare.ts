import Table from 'cli-table3';
import type { Command } from 'commander';
import { markdownTable } from 'markdown-table';
import { type Level, levels } from '#api/requirement';
import { compareRows } from '#results/ledger/comparison';
import { type Outcome, outcomes } from '#results/outcome';
import { readJsonFile } from '#run/json-file';
import { print } from '#run/process/output';

/** The comparison of two runs. */
export function define(command: Command): void {
  command
    .argument('<before>', 'conformance.json of the earlier run')
    .argument('<after>', 'conformance.json of the later run')
    .option('--markdown', 'as a table in Markdown')
    .action((before: string, after: string, { markdown = false }: { markdown?: boolean }) => {
      const [earlier, later] = [before, after].map((file) => readJsonFile<RunDocument>(file, schema).value);
      if (!earlier || !later) return;
      const changes = compareRuns(earlier, later);
      print(table(earlier, later, changes, markdown));
      process.exitCode = changes.some(({ isWorse }) => isWorse) ? 1 : 0;
    });
}

/** The part of a requirement in conformance.json that a comparison needs. */
export interface ComparedRequirement {
  readonly id: string;
  readonly level: Level;
  readonly text: string;
  readonly outcome: Outcome;
  readonly tests?: readonly { readonly title: string; readonly outcome: Outcome }[];
}

/** The part of conformance.json that a comparison needs: less than its schema, so that other versions can be compared. */
export interface RunDocument {
  readonly verdict: string;
  readonly target: { readonly name: string };
  readonly requirements: readonly ComparedRequirement[];
}

const string = { type: 'string' };
const requirement = {
  type: 'object',
  properties: { id: string, level: { enum: levels }, text: string, outcome: { enum: outcomes } },
  required: ['id', 'level', 'text', 'outcome'],
};
const schema = {
  type: 'object',
  properties: {
    verdict: string,
    target: { type: 'object', properties: { name: string }, required: ['name'] },
    requirements: { type: 'array', items: requirement },
  },
  required: ['verdict', 'target', 'requirements'],
};

/** A requirement whose outcome differs between two runs; undefined where a run has no such requirement. */
export interface OutcomeChange extends Pick<ComparedRequirement, 'id' | 'level' | 'text'> {
  readonly before: Outcome | undefined;
  readonly after: Outcome | undefined;
  /** True for a must that got worse. */
  readonly isWorse: boolean;
}

/** Returns the requirements whose outcome changed, and the tests whose outcome changed where that of the requirement did not. */
export function compareRuns(before: RunDocument, after: RunDocument): OutcomeChange[] {
  const found = compareRows(before.requirements, after.requirements, ({ id }) => id);
  const pairs = new Map(found.pairs.map(([old, row]) => [row.id, old]));
  return [
    ...after.requirements.flatMap((row) => changesOf(row, pairs.get(row.id), row)),
    ...found.gone.flatMap((row) => changesOf(row, row, undefined)),
  ];
}

function changesOf(row: ComparedRequirement, old?: ComparedRequirement, fresh?: ComparedRequirement): OutcomeChange[] {
  const isMust = row.level === 'must' || old?.level === 'must';
  const change = (text: string, before?: Outcome, after?: Outcome): OutcomeChange[] => {
    const isWorse = isMust && before !== undefined && worth(after) < worth(before);
    return before === after ? [] : [{ id: row.id, level: row.level, text, before, after, isWorse }];
  };
  if (!old || !fresh || old.outcome !== fresh.outcome) return change(row.text, old?.outcome, fresh?.outcome);
  const { pairs } = compareRows(old.tests ?? [], fresh.tests ?? [], ({ title }) => title);
  return pairs.flatMap(([before, { title, outcome }]) => change(title, before.outcome, outcome));
}

/** Returns what an outcome says of a must: it holds (2), it does not (0), or is unknown (1), as where it is waived or gone. */
function worth(outcome: Outcome | undefined): number {
  if (outcome === 'passed') return 2;
  return outcome === 'failed' ? 0 : 1;
}

/** Returns a table, what got worse, and the two verdicts. */
function table(
  before: RunDocument,
  after: RunDocument,
  changes: readonly OutcomeChange[],
  asMarkdown: boolean,
): string {
  const worse = changes.filter(({ isWorse }) => isWorse);
  const ids = [...new Set(worse.map(({ id }) => id))].join(' ');
  return [
    ...(changes.length === 0 ? [] : [asMarkdown ? markdown(changes) : grid(changes), '']),
    `${changes.length} changed, ${worse.length} of them a must that got worse${ids && `: ${ids}`}.`,
    `${before.target.name} ${before.verdict} → ${after.target.name} ${after.verdict}`,
  ].join('\n');
}

const head = ['', 'level', 'requirement', 'before', 'after', ''];

function cells({ id, level, text, before, after, isWorse }: OutcomeChange): string[] {
  return [id, level, text, before ?? 'none: new', after ?? 'none: disappeared', isWorse ? 'worse' : ''];
}

function grid(changes: readonly OutcomeChange[]): string {
  const rows = new Table({ head, colWidths: [8, 10, 50, 16, 19, 7], wordWrap: true, style: { head: [], border: [] } });
  rows.push(...changes.map(cells));
  return rows.toString();
}

function markdown(changes: readonly OutcomeChange[]): string {
  const rows = changes.map((change) => cells(change).map((cell) => cell.replaceAll('|', '\\|')));
  return markdownTable([head, ...rows], { alignDelimiters: false });
}
