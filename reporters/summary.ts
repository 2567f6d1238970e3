import { existsSync } from 'node:fs';
import path from 'node:path';
import Table from 'cli-table3';
import { groupByKey } from '#api/group-by-key';
import { endpoints } from '#api/operations';
import { causeGroups } from '#results/cause-groups';
import { describeNotSelected, describePartialRun } from '#results/conditions';
import type { Conformance } from '#results/document';
import { type Outcome, outcomes } from '#results/outcome';
import { isNotSelected, type RequirementOutcome } from '#results/verdict';
import type { WaiverOutcome } from '#results/waivers';
import { settings } from '#run/context';
import { getWholeRunFolder } from '#run/partial-run';
import { PROGRAM } from '#run/process/program';
import { testKey } from './html/evidence.ts';
import { causeLines } from './words/cause-lines.ts';
import { threeNumbers } from './words/count-words.ts';
import { driftLines } from './words/drift-words.ts';
import { subjectWords } from './words/subject-words.ts';
import { wrap } from './words/wrap.ts';

/** Returns what a run prints: a line an endpoint, every failure and warning, the verdict and where the reports are. */
export function summary(document: Conformance): string {
  const { target, requirements } = document;
  const causes = causeGroups(requirements).filter(({ outcome }) => outcome !== 'waived');
  return [
    '',
    subjectWords(document),
    table(requirements),
    ...causeLines(causes, document),
    ...document.errors.map((error) => `ERROR of the suite: ${error}\n`),
    ...guardLines(document.guard),
    ...teardownLines(document),
    ...outageLines(document.unreachable),
    ...leftOut(requirements, document.unreachable),
    ...waiverLines(document.waivers, requirements),
    ...driftLines(document.drift, target.name, settings().DRIFT === 'fail'),
    ...partLine(document),
    reportsLine(settings().REPORTS_DIR),
    `Tests: ${closingLine(requirements)}`,
    `Musts: ${threeNumbers(document.counts.must)}`,
    ...(document.window ? [`Window: ${document.window.words}`] : []),
    document.decision.words,
    '',
  ].join('\n');
}

/** Holds what a run leaves to be looked at, the page first. */
const left = ['conformance.json', 'junit.xml', 'summary.md', 'exchanges.har', 'html/', 'allure-results/'];

/** The reports that were written: a client's run has no html/. */
function reportsLine(folder: string): string {
  const names = left.filter((name) => existsSync(path.join(folder, name)));
  return `Reports: ${[path.join(folder, 'conformance.html'), ...names].join(', ')}`;
}

function table(requirements: readonly RequirementOutcome[]): string {
  const shown = outcomes.filter((word) => !rare.has(word) || requirements.some(({ outcome }) => outcome === word));
  const grid = new Table({ head: ['', ...shown], style: { head: [], border: [], compact: true } });
  const count = (endpoint: string, outcome: Outcome) =>
    requirements.filter((row) => row.endpoint === endpoint && row.outcome === outcome).length;
  const shownOf = [...endpoints, 'client'].filter((name) => requirements.some((row) => row.endpoint === name));
  for (const endpoint of shownOf) grid.push([endpoint, ...shown.map((outcome) => count(endpoint, outcome))]);
  return `${grid.toString()}\n`;
}

const ofAll =
  'No request that creates or deletes was sent from then on. Name a target that is not live, or set ALLOW_LIVE=1.';
const ofAccounts =
  'No request was sent from then on. Look at whose the tokens are before you correct the states or TEST_ACCOUNTS.';

function guardLines({ stopped, liveTokens, unseen }: Conformance['guard']): string[] {
  if (stopped !== null)
    return [`STOPPED by the guard: ${stopped}. ${settings().TEST_ACCOUNTS.length > 0 ? ofAccounts : ofAll}\n`];
  if (unseen)
    return [
      'Note: no token answer could be had, so that only whoever prepared the states says that its tokens are not live.\n',
    ];
  return liveTokens ? ['Note: the target issues tokens with live_mode true.\n'] : [];
}

/** Returns what the next run may find in its way. */
function teardownLines({ failedTeardowns = [] }: Conformance): string[] {
  if (failedTeardowns.length === 0) return [];
  const each = failedTeardowns.map(({ state, why }) => `"${state}" ${why}`);
  return [
    ...wrap(`Note: a teardown failed, which fails no test. Look at what it left behind: ${each.join(', ')}.`),
    '',
  ];
}

/** An outage is said once, in place of everything that it left out. */
function outageLines(unreachable: string | null): string[] {
  return unreachable === null ? [] : [`OUTAGE: ${unreachable}\n`];
}

/** Each waived requirement with its reason, and each line to delete. */
function waiverLines(waivers: readonly WaiverOutcome[], requirements: readonly RequirementOutcome[]): string[] {
  const waived = requirements.filter(({ outcome }) => outcome === 'waived');
  return [
    ...waived.map(
      ({ id, level, section, text, reason = '' }) =>
        `WAIVED ${id} (${level}, section ${section}) ${text}\n  ${reason}\n`,
    ),
    ...waivers.flatMap(({ problem }) => (problem === undefined ? [] : [`WAIVER: ${problem}\n`])),
  ];
}

/** Says of a part that it is one, how many musts that leaves out, and where or how the whole is. */
function partLine(document: Conformance): string[] {
  const words = describePartialRun(document);
  if (words === undefined) return [];
  const { shards, requirements } = document;
  const whole = shards ? `; ${PROGRAM} merge DIR… makes the verdict of all ${shards.of}` : '';
  const beside = getWholeRunFolder(settings().REPORTS_DIR);
  return [
    `PART of a run: ${words}${whole}.`,
    ...describeNotSelected(requirements),
    ...(beside ? [`The reports of the last whole run stay in ${beside}.`] : []),
  ];
}

/** Every test once, however many requirements it covers and however often it ran. */
function closingLine(requirements: readonly RequirementOutcome[]): string {
  const tests = groupByKey(
    requirements.flatMap((row) => row.tests),
    testKey,
  );
  const outcomesOf = [...tests.values()].map((runs) => runs.map(({ outcome }) => outcome));
  const failed = outcomesOf.filter((own) => own.includes('failed')).length;
  const skipped = outcomesOf.filter((own) => own.every((word) => skips.has(word))).length;
  const answered = outcomesOf.filter((own) => own.every((word) => word === 'answered')).length;
  const unstable = outcomesOf.filter((own) => !own.includes('failed') && own.includes('unstable')).length;
  const passed = tests.size - failed - unstable - skipped - answered;
  const aside = (count: number, word: string) => (count === 0 ? '' : `, ${count} ${word}`);
  return `${passed} passed${aside(answered, 'answered')}, ${failed} failed${aside(unstable, 'unstable')}, ${skipped} skipped`;
}

/** A column of the table only where there is one of them. */
const rare: ReadonlySet<Outcome> = new Set(['unstable', 'waived']);

const skips: ReadonlySet<Outcome> = new Set(['waived', 'not exercised', 'inconclusive']);

/** Returns the reason why musts were left out, each reason once with the ids that it stands for. */
export function leftOut(requirements: readonly RequirementOutcome[], said: string | null): string[] {
  const byReason = new Map<string, string[]>();
  const dead = deadStates(requirements);
  const selected = requirements.filter((row) => !isNotSelected(row) && !(dead && isStateRefused(row)));
  for (const { level, outcome, reason = '', id } of selected)
    if (level === 'must' && reason !== said && (outcome === 'not exercised' || outcome === 'inconclusive'))
      byReason.set(`${outcome}: ${reason}`, [...(byReason.get(`${outcome}: ${reason}`) ?? []), id]);
  const lines = [...byReason].map(([reason, ids]) => [...wrap(ids.join(' ')), ...linesOf(reason), ''].join('\n'));
  return dead ? [`${dead}\n`, ...lines] : lines;
}

/** Holds what is no longer than this keeps its line. */
const LONGEST = 198;

function linesOf(reason: string): string[] {
  return reason.length > LONGEST ? wrap(reason, '  ') : [`  ${reason}`];
}

/** Returns true if a state that the target cannot provide is what left a requirement out. */
function isStateRefused({ cause }: RequirementOutcome): boolean {
  return cause?.kind === 'state refused';
}

/** One sentence where what answers for provider states knows none, in place of one for each; undefined where it knows some. */
function deadStates(requirements: readonly RequirementOutcome[]): string | undefined {
  const musts = requirements.filter(({ level }) => level === 'must');
  const refused = musts.flatMap(({ cause }) => (cause?.kind === 'state refused' ? [cause.status] : []));
  if (refused.length === 0 || musts.some(({ outcome }) => outcome !== 'not exercised')) return undefined;
  const statuses = [...new Set(refused)].sort().join(' or ');
  return `Every provider state is answered ${statuses}: correct PROVIDER_STATES_URL, or let it provide the states of docs/provider-states.md.`;
}
