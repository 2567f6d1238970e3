import Table from 'cli-table3';
import type { Command } from 'commander';
import { markdownTable } from 'markdown-table';
import { type Level, levels } from '#api/requirement';
import { type Outcome, outcomes } from '#results/outcome';
import { readJsonFile } from '#run/json-file';
import { print } from '#run/process/output';

/** The comparison of two runs. */
export function define(command: Command): void {
  command
    .argument('<before>', 'conformance.json of the earlier run')
    .argument('<after>', 'conformance.json of the later run')
    .option('--markdown', 'as a table in Markdown')
    .action((before: string, after: string, options: { markdown?: boolean }) => {
      const [earlier, later] = [readRun(before), readRun(after)];
      const changes = compareRuns(earlier, later);
      print(table(earlier, later, changes, options.markdown === true));
      process.exitCode = changes.some(({ isWorse }) => isWorse) ? 1 : 0;
    });
}

/** Describes what a comparison needs of a requirement in conformance.json. */
export interface ComparedRequirement {
  readonly id: string;
  readonly level: Level;
  readonly text: string;
  readonly outcome: Outcome;
  readonly tests?: readonly { readonly title: string; readonly outcome: Outcome }[];
}

/** Describes what a comparison needs of conformance.json: less than its schema asks, so that other versions can be compared. */
export interface RunDocument {
  readonly verdict: string;
  readonly target: { readonly name: string };
  readonly requirements: readonly ComparedRequirement[];
}

const schema = {
  type: 'object',
  properties: {
    verdict: { type: 'string' },
    target: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    requirements: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          level: { enum: levels },
          text: { type: 'string' },
          outcome: { enum: outcomes },
        },
        required: ['id', 'level', 'text', 'outcome'],
      },
    },
  },
  required: ['verdict', 'target', 'requirements'],
};

/** The result of a run; throws one sentence where the file is none. */
export function readRun(file: string): RunDocument {
  return readJsonFile<RunDocument>(file, schema).value;
}

/** A requirement whose outcome differs between two runs; undefined where a run has no such requirement. */
export interface OutcomeChange extends Omit<ComparedRequirement, 'outcome' | 'tests'> {
  readonly before: Outcome | undefined;
  readonly after: Outcome | undefined;
  /** Tells whether it is a must that got worse. */
  readonly isWorse: boolean;
}

/** Returns the requirements whose outcome changed, and the tests whose outcome changed where that of the requirement did not. */
export function compareRuns(before: RunDocument, after: RunDocument): OutcomeChange[] {
  const old = new Map(before.requirements.map((row) => [row.id, row]));
  const fresh = new Map(after.requirements.map((row) => [row.id, row]));
  const ids = [...new Set([...fresh.keys(), ...old.keys()])];
  return ids.flatMap((id) => changeOf(old.get(id), fresh.get(id)));
}

function changeOf(old?: ComparedRequirement, fresh?: ComparedRequirement): OutcomeChange[] {
  const row = fresh ?? old;
  if (!row) return [];
  const { id, level, text } = row;
  const isMust = level === 'must' || old?.level === 'must';
  const change = (what: string, before?: Outcome, after?: Outcome): OutcomeChange[] => {
    const isWorse = isMust && before !== undefined && worth(after) < worth(before);
    return before === after ? [] : [{ id, level, text: what, before, after, isWorse }];
  };
  if (!old || !fresh || old.outcome !== fresh.outcome) return change(text, old?.outcome, fresh?.outcome);
  return (fresh.tests ?? []).flatMap(({ title, outcome }) => {
    const before = old.tests?.find((test) => test.title === title);
    return before ? change(title, before.outcome, outcome) : [];
  });
}

/**
 * Returns what an outcome says of a must: it holds (2), it does not (0), or nobody knows (1). A waived breach is known and
 * tolerated; a requirement that disappeared is one that nobody knows about any more.
 */
function worth(outcome: Outcome | undefined): number {
  if (outcome === 'passed') return 2;
  return outcome === 'failed' ? 0 : 1;
}

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
    `${changes.length} changed, ${worse.length} of them a must that got worse${worse.length > 0 ? `: ${[...new Set(worse.map(({ id }) => id))].join(' ')}` : ''}.`,
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
