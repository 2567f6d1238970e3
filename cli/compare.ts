import type { Command } from 'commander';
import { markdownTable } from 'markdown-table';
import { getField, parseJson } from '#api/exchange';
import { levels } from '#api/requirement';
import { comparisonLines } from '#reporters/words/drift-words';
import { listDefects } from '#results/cause-groups';
import { getHistoryFile, listFailures, type RunRecord, readHistory } from '#results/history/history';
import { compareLedgers, compareRows } from '#results/ledger/comparison';
import { getResponses, type Ledger, readLedgerFile } from '#results/ledger/responses';
import { nameOutcome, type Outcome, outcomes, type RequirementOutcome, type TestOutcome } from '#results/verdict';
import { readText } from '#run/file';
import { readJsonFile } from '#run/json-file';
import { print } from '#run/process/output';
import type { RunContext } from '#run/run-context';
import { withRun } from './setting-options.ts';

/** Compares two runs, two ledgers, or all runs of a target over time. */
export function define(command: Command): void {
  command
    .argument('<before>', 'conformance.json of the earlier run, or a ledger')
    .argument('<after>', 'conformance.json of the later run, or a ledger')
    .action((before: string, after: string) => {
      const [earlier, later] = [readDocument(before), readDocument(after)];
      if (!earlier.verdict !== !later.verdict) throw new Error('Only one is a ledger. Use two results or two ledgers.');
      const changes = compareRuns(earlier, later);
      print([...describeChanges(earlier, later, changes), ...describeResponses(earlier, later)].join('\n'));
      process.exitCode = changes.some(({ isWorse }) => isWorse) ? 1 : 0;
    });
  command
    .command('since')
    .description('Print since which run and build each failed requirement fails.')
    .argument('[ids...]', 'requirements. Default: all that failed in the last run')
    .option('--history <file>', 'a file of runs. Default: HISTORY, or history.jsonl in REPORTS_DIR')
    .action(
      withRun((run, ids: string[], { history }: { readonly history?: string }) =>
        print(describeSince(run, ids, history)),
      ),
    );
}

function describeSince({ settings }: RunContext, ids: readonly string[], history = getHistoryFile(settings)): string {
  const all = readHistory(history);
  const target = settings.TARGET || all.at(-1)?.target;
  const runs = all.filter((run) => run.target === target);
  const last = runs.at(-1);
  if (!last)
    throw new Error(`There is no whole run${target ? ` of ${target}` : ''}. Run everything, or use --history FILE.`);
  const rows = listFailures(runs).filter(({ id }) => ids.length === 0 || ids.includes(id));
  if (rows.length === 0) return `No failure${ids.map((id) => ` of ${id}`).join(' or')} in ${describeRun(last)}.`;
  const cells = rows.map(({ id, outcome, first, passed }) => {
    return [id, outcome, describeRun(first), passed ? describeRun(passed) : 'never'];
  });
  return renderTable(['', '', 'fails since', 'last passed'], cells);
}

function describeRun({ started, build, run }: RunRecord): string {
  return `${started.slice(0, 10)} run ${run}${build === '' ? '' : ` build ${build}`}`;
}

/** The part of a requirement in conformance.json that a comparison needs. */
export interface ComparedRequirement extends Pick<RequirementOutcome, 'id' | 'level' | 'text' | 'outcome' | 'answers'> {
  readonly tests?: readonly ComparedTest[];
}

type ComparedTest = Pick<TestOutcome, 'title' | 'outcome' | 'cause'>;

/** The part of conformance.json that a comparison needs: less than its schema, so that other versions work too. */
export interface RunDocument extends Partial<Pick<Ledger, 'depth' | 'observed'>> {
  readonly verdict: string;
  readonly target: { readonly name: string };
  readonly requirements: readonly ComparedRequirement[];
}

/** A run with its recorded responses, or a ledger, which has no requirements. */
interface Compared extends RunDocument {
  readonly responses: Ledger;
}

function readDocument(file: string): Compared {
  if (getField(parseJson(readText(file)), 'answers') !== undefined) {
    const responses = readLedgerFile(file);
    return { verdict: '', target: { name: responses.target }, requirements: [], responses };
  }
  const { value } = readJsonFile<RunDocument>(file, schema);
  return { ...value, responses: getResponses({ depth: 'standard', observed: {}, complete: [], ...value }) };
}

const string = { type: 'string' };
const requirement = getObject({ id: string, level: { enum: levels }, text: string, outcome: { enum: outcomes } });
const requirements = { type: 'array', items: requirement };
const schema = getObject({ verdict: string, target: getObject({ name: string }), requirements });

function getObject(properties: Readonly<Record<string, object>>) {
  return { type: 'object', properties, required: Object.keys(properties) };
}

type OutcomeChange = ReturnType<typeof compareRuns>[number];

/** Returns the requirements whose outcome changed, and of all others the tests that changed, fail for other reasons or fail anew. */
export function compareRuns(before: RunDocument, after: RunDocument) {
  const found = compareRows(before.requirements, after.requirements, ({ id }) => id);
  const pairs = new Map(found.pairs.map(([old, row]) => [row.id, old]));
  return [
    ...after.requirements.flatMap((row) => listChanges(row, pairs.get(row.id), row)),
    ...found.gone.flatMap((row) => listChanges(row, row, undefined)),
  ];
}

/** Returns the changes of a row; a run that has no such requirement has no outcome of it. */
function listChanges(row: ComparedRequirement, old?: ComparedRequirement, fresh?: ComparedRequirement) {
  const isMust = row.level === 'must' || old?.level === 'must';
  const change = (text: string, before?: Outcome, after?: Outcome, { reasons, isMore } = sameReasons) => {
    const isWorse = isMust && before !== undefined && (isMore || rank(after) < rank(before));
    const changed = { id: row.id, level: row.level, text: `${text}${reasons}`, before, after, isWorse };
    return before === after && reasons === '' ? [] : [changed];
  };
  if (!old || !fresh || old.outcome !== fresh.outcome) return change(row.text, old?.outcome, fresh?.outcome);
  const { pairs, new: added } = compareRows(old.tests ?? [], fresh.tests ?? [], ({ title }) => title);
  const isFailed = old.outcome === 'failed' || old.outcome === 'warned';
  const tests = [...pairs, ...(isFailed ? added.map((test) => [undefined, test] as const) : [])];
  return tests.flatMap(([old, test]) => change(test.title, old?.outcome, test.outcome, compareReasons(old, test)));
}

const sameReasons = { reasons: '', isMore: false };

/** Returns what a test fails by now and did not before: more if it replaces nothing, which may have hidden it. */
function compareReasons(before: ComparedTest | undefined, after: ComparedTest): typeof sameReasons {
  if (before?.outcome !== after.outcome) return sameReasons;
  const [old, now] = [listDefects(before), listDefects(after)];
  const [gone, added] = [listOthers(old, now), listOthers(now, old)];
  if (added === '') return sameReasons;
  return gone === ''
    ? { reasons: `: also ${added}`, isMore: true }
    : { reasons: `: ${added} instead of ${gone}`, isMore: false };
}

function listOthers(all: readonly string[], known: readonly string[]): string {
  return [...new Set(all)].filter((one) => !known.includes(one)).join(', ');
}

/** Ranks an outcome of a must: it holds (2), it fails (0), or it is unknown (1), such as waived or gone. */
function rank(outcome: Outcome | undefined): number {
  if (outcome === 'passed') return 2;
  return outcome === 'failed' ? 0 : 1;
}

function describeChanges(before: RunDocument, after: RunDocument, changes: readonly OutcomeChange[]): string[] {
  if (before.requirements.length + after.requirements.length === 0) return []; // two ledgers
  const worse = changes.filter(({ isWorse }) => isWorse);
  const ids = [...new Set(worse.map(({ id }) => id))].join(' ');
  const name = (outcome?: Outcome) => outcome && nameOutcome(outcome);
  const rows = changes.map((row) => [
    ...[row.id, row.level, row.text, name(row.before) ?? 'none: new', name(row.after) ?? 'none: disappeared'],
    row.isWorse ? 'worse' : '',
  ]);
  return [
    ...(rows.length === 0 ? [] : [renderTable(['', 'level', 'requirement', 'before', 'after', ''], rows), '']),
    `${changes.length} changed, ${worse.length} of them a must that got worse${ids && `: ${ids}`}.`,
    `${before.target.name} ${before.verdict} → ${after.target.name} ${after.verdict}`,
  ];
}

/** Returns the differences of the recorded responses; at two depths only of what both asked. */
function describeResponses(before: Compared, after: Compared): string[] {
  const [one, other] = [before.responses, after.responses];
  const isOtherDepth = one.depth !== other.depth;
  const lines = comparisonLines(compareLedgers(one, other, isOtherDepth));
  const depths = isOtherDepth ? `, of what both DEPTH=${one.depth} and DEPTH=${other.depth} asked` : '';
  if (lines.length === 0 && before.requirements.length + after.requirements.length > 0) return []; // not of ledgers
  const differ = lines.length === 0 ? 'No recorded response differs' : 'Recorded responses that differ';
  return [
    '',
    `${differ} between ${one.target} and ${other.target}${depths}${lines.length === 0 ? '.' : ':'}`,
    ...lines,
  ];
}

/** Renders a table in Markdown, where a bar would end a cell. */
function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return markdownTable([head, ...rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))]);
}
