import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { styleText } from 'node:util';
import { groupByKey } from '#api/group-by-key';
import { endpoints } from '#api/operations';
import { escapeControls } from '#api/text';
import { groupCauses } from '#results/cause-groups';
import { describeNotSelected, describePartialRun, describeVerdict } from '#results/conditions';
import type { Conformance } from '#results/document';
import { findDeadStates, isNotSelected, type Outcome, type RequirementOutcome } from '#results/verdict';
import type { WaiverOutcome } from '#results/waivers';
import { getWholeRunFolder } from '#run/partial-run';
import { PROGRAM } from '#run/process/program';
import type { Settings } from '#run/settings/settings';
import { testKey } from './html/shown.ts';
import { causeLines } from './words/cause-lines.ts';
import { driftLines } from './words/drift-words.ts';
import { describeMusts, describeSubject, wrapLines } from './words/run-words.ts';

/** Returns the summary for the console: one line per endpoint, failures, warnings, the verdict and the report paths. */
export function summary(document: Conformance, settings: Settings): string {
  const { REPORTS_DIR } = settings;
  const { words } = document.decision;
  const end = `${words.replace(/\.$/, '')}. Report: ${path.join(REPORTS_DIR, 'conformance.html')}`;
  return [
    '',
    describeDetails(document, settings),
    ...[...alsoWritten(REPORTS_DIR), ...closingLines(document), end].map(wrapLines),
    '',
  ].join('\n');
}

/** Returns everything above the last lines of a summary, with the commands of so many defects. */
function describeDetails(document: Conformance, settings: Settings, withCommands = 1): string {
  const { target, requirements } = document;
  const causes = groupCauses(requirements).filter(({ outcome }) => outcome !== 'waived');
  const notes = [
    ...document.errors.map((error) => `ERROR of the suite: ${error}\n`),
    ...guardLines(document.guard, settings),
    ...teardownLines(document),
    ...(document.unreachable === null ? [] : [`OUTAGE: ${document.unreachable}\n`]),
    ...describeSkipped(requirements, document.unreachable),
    ...waiverLines(document.waivers, requirements),
    ...(document.unreachable === null ? driftLines(document.drift, target.name, settings) : []),
    ...partLines(document, settings.REPORTS_DIR),
  ];
  return [
    wrapLines(describeSubject(document)),
    table(requirements),
    ...causeLines(causes, document, withCommands),
    wrapLines(notes.join('\n')),
  ].join('\n');
}

/** Returns the numbers of tests and of musts, and the verdict over several nights. */
function closingLines({ requirements, counts, window }: Conformance): string[] {
  return [
    `Tests: ${countTests(requirements)}`,
    `Musts: ${describeMusts(counts.must)}`,
    ...(window ? [`Window: ${window.words}`] : []),
  ];
}

const colors = [
  ['red', /^(?:FAILED|ERROR|OUTAGE|STOPPED|RED)\b/gm],
  ['yellow', /^(?:WARNED|UNSTABLE|WAIVED|WAIVER|DRIFT|PARTIAL|AMBER)\b/gm],
  ['green', /^GREEN\b/gm],
] as const;

/** Returns a summary whose first words are coloured, where a terminal shows colours. */
export function inColor(text: string, stream: NodeJS.WriteStream): string {
  if (!stream.isTTY || !stream.hasColors()) return text;
  const paint = (shown: string, [color, words]: (typeof colors)[number]) =>
    shown.replace(words, (word) => styleText(['bold', color], word, { validateStream: false }));
  return colors.reduce(paint, text);
}

const others = ['conformance.json', 'junit.xml', 'summary.md', 'exchanges.har', 'html/', 'allure-results/'];

/** Returns the line with the other written reports; a client's run has no html/. */
function alsoWritten(folder: string): string[] {
  const names = others.filter((name) => existsSync(path.join(folder, name)));
  return names.length === 0 ? [] : [`Also written: ${names.join(', ')}`];
}

const columns: Readonly<Record<string, readonly Outcome[]>> = {
  passed: ['passed'],
  failed: ['failed'],
  warned: ['warned'],
  unstable: ['unstable'],
  waived: ['waived'],
  recorded: ['answered'],
  'not checked': ['not exercised', 'inconclusive'],
};

function table(requirements: readonly RequirementOutcome[]): string {
  const count = (words: readonly Outcome[], rows = requirements) =>
    rows.filter(({ outcome }) => words.includes(outcome)).length;
  const shown = Object.entries(columns).filter(([, words]) => count(words) > 0);
  const line = (first: string, cellOf: (name: string, words: readonly Outcome[]) => string | number) =>
    [first.padEnd(21), ...shown.map(([name, words]) => String(cellOf(name, words)).padStart(name.length))].join(' ');
  const rows = [...endpoints, 'service', 'client'].flatMap((endpoint) => {
    const found = requirements.filter((row) => row.endpoint === endpoint);
    return found.length === 0 ? [] : line(endpoint, (_, words) => count(words, found));
  });
  return `\n${[line('', String), ...rows].join('\n')}\n`;
}

const ofAll = 'After that, nothing was created or deleted. Use a target that is not live, or set ALLOW_LIVE=1.';
const ofAccounts =
  'After that, nothing was sent. Check to which user the tokens belong, then fix the states or TEST_ACCOUNTS.';

function guardLines(
  { stopped, liveTokens, unseen }: Conformance['guard'],
  { TEST_ACCOUNTS }: Pick<Settings, 'TEST_ACCOUNTS'>,
): string[] {
  if (stopped !== null) return [`STOPPED by the guard: ${stopped}. ${TEST_ACCOUNTS.length > 0 ? ofAccounts : ofAll}\n`];
  if (unseen)
    return ['Note: the run received no token response. Only the provider states show that its tokens are not live.\n'];
  return liveTokens ? ['Note: the target issues tokens with live_mode true.\n'] : [];
}

function teardownLines({ failedTeardowns = [] }: Conformance): string[] {
  if (failedTeardowns.length === 0) return [];
  const each = failedTeardowns.map(({ state, why }) => `"${state}" ${why}`).join(', ');
  return [`Note: a teardown failed. Check the resources that it left behind: ${each}.\n`];
}

function waiverLines(waivers: readonly WaiverOutcome[], requirements: readonly RequirementOutcome[]): string[] {
  const waived = requirements.filter(({ outcome }) => outcome === 'waived');
  const line = ({ id, level, section, text, reason = '' }: RequirementOutcome) =>
    `WAIVED ${id} (${level}, section ${section}) ${text}\n  ${reason}\n`;
  const problems = waivers.flatMap(({ problem }) => (problem === undefined ? [] : [`WAIVER: ${problem}\n`]));
  return [...waived.map(line), ...problems];
}

function partLines(document: Conformance, reports: string): string[] {
  const words = describePartialRun(document);
  if (words === undefined) return [];
  const { shards, requirements } = document;
  const whole = shards ? `. Run ${PROGRAM} merge DIR… for the verdict of all ${shards.of}` : '';
  const wholeFolder = getWholeRunFolder(reports);
  const rerun = wholeFolder ? describeRerun(document, wholeFolder) : [];
  const kept = wholeFolder ? [`The reports of the last whole run are still in ${wholeFolder}.`] : [];
  return [`PARTIAL run: ${words}${whole}.`, ...describeNotSelected(requirements), ...rerun, ...kept];
}

const MOST_RERUN = 10;

const verbs: Readonly<Record<string, string>> = { passed: 'passes', failed: 'fails', warned: 'has a warning' };

/** Returns the outcome of requirements that ran again with all their tests: `TOK-03 passes now (3 of 3 tests passed).` */
function describeRerun({ target, requirements }: Conformance, folder: string): string[] {
  const file = path.join(folder, 'conformance.json');
  const whole: Partial<Conformance> = JSON.parse(readFileSync(file, 'utf8'));
  const isSameTarget = whole.target?.name === target.name;
  const had = new Map(isSameTarget ? whole.requirements?.map(({ id, outcome }) => [id, outcome]) : []);
  const rows = requirements.filter((row) => row.level !== 'question' && row.tests.length > 0 && !isNotSelected(row));
  const lines = rows.slice(0, MOST_RERUN).map(({ id, outcome, tests }) => {
    const passed = tests.filter((test) => test.outcome === 'passed').length;
    const before = had.get(id) ?? outcome;
    const verb = verbs[outcome] ?? `is ${outcome}`;
    const isStill = had.has(id) && before === outcome && outcome !== 'passed';
    return `${id} ${isStill ? 'still ' : ''}${verb}${before === outcome ? '' : ' now'} (${passed} of ${tests.length} tests passed).`;
  });
  const ofOther = `the last whole run was of ${whole.target?.name}, not of ${target.name}.`;
  const last = `Partial run: ${isSameTarget ? 'the verdict is that of the last whole run.' : ofOther}`;
  return [...lines.slice(0, -1), [...lines.slice(-1), last].join(' ')];
}

/** Counts every test once, however many requirements it covers and however often it ran. */
function countTests(requirements: readonly RequirementOutcome[]): string {
  const tests = requirements.flatMap((row) => row.tests);
  const found = [...groupByKey(tests, testKey).values()].map((runs) =>
    byWeight.find((word) => runs.some(({ outcome }) => outcome === word)),
  );
  const count = (word?: Outcome) => found.filter((each) => each === word).length;
  const more = (word: Outcome, shown: string = word) => (count(word) === 0 ? '' : `, ${count(word)} ${shown}`);
  return `${count('passed')} passed${more('warned')}${more('waived')}${more('answered', 'recorded')}, ${count('failed')} failed${more('unstable')}, ${count()} skipped`;
}

/** Outcomes of tests, the worst first; any other is a skip. */
export const byWeight: readonly Outcome[] = ['failed', 'unstable', 'waived', 'warned', 'passed', 'answered'];

/** Returns each reason why musts were skipped, once, with their ids. */
function describeSkipped(requirements: readonly RequirementOutcome[], shownReason: string | null): string[] {
  const statuses = findDeadStates(requirements);
  const dead =
    statuses &&
    `Every provider state returns ${statuses}. Fix PROVIDER_STATES_URL, or make it provide the states of docs/provider-states.md.`;
  const isShown = (row: RequirementOutcome) =>
    row.level === 'must' &&
    (row.outcome === 'not exercised' || row.outcome === 'inconclusive') &&
    row.reason !== shownReason &&
    !isNotSelected(row) &&
    !(dead && row.cause?.kind === 'state refused');
  const byReason = groupByKey(requirements.filter(isShown), ({ outcome, reason = '' }) => `${outcome}: ${reason}`);
  const lines = [...byReason].map(([reason, rows]) => `${rows.map(({ id }) => id).join(' ')}\n  ${reason}\n`);
  return dead ? [`${dead}\n`, ...lines] : lines;
}

const signs = { green: '✅', amber: '⚠️', red: '❌' } as const;

/** The number of defects with their commands; the page has those of all. */
const WITH_COMMANDS = 10;

/** Returns the result of a run in Markdown, for a pull request, a step summary, an issue: the console's text as code. */
export function markdown(document: Conformance, settings: Settings): string {
  const { decision, suite } = document;
  const details = describeDetails(document, settings, WITH_COMMANDS);
  const lines = [`${suite.name} ${suite.version}`, details, ...closingLines(document)].join('\n');
  return [
    `# ${signs[decision.tone]} ${text(describeVerdict(document))}`,
    `**${text(decision.words)}**`,
    `${escapeControls(lines).replace(/^/gm, '    ')}\n`,
  ].join('\n\n');
}

const live = /@(?=\w)|\b(?:https?|ftp|mailto):|\bwww(?=\.)|\bGH-(?=\d)|[\da-f]{6}(?=[\da-f])/gi;

/** Returns a text of a target on one line, with its Markdown and HTML escaped. */
function text(value: string): string {
  const line = escapeControls(value).replace(/\s+/g, ' ').trim();
  const plain = line.replace(/[\\`*_{}[\]<>|#!~]/g, (character) => `\\${character}`);
  return plain.replace(live, '$&<!-- -->');
}
