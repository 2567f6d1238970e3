import { type MessageId, type MessageValues, message, messages } from '#api/messages';
import type { Subject } from '#api/requirement';
import { describeMissingShards, isPartial, type ShardSelection } from '#run/partial-run';
import { PROGRAM } from '#run/process/program';
import type { GuardSummary } from '#safety/guard';
import {
  type Conditions,
  describePartialRun,
  describeReplay,
  describeVerdict,
  foreignCode,
  type Replayed,
} from './conditions.ts';
import { type Drift, isSteady } from './ledger/comparison.ts';
import type { Selected } from './selection.ts';
import {
  type Counts,
  countLevel,
  explainEmptyRun,
  hidesFailure,
  listBlockedMusts,
  listJudgedRows,
  type RequirementOutcome,
  type Verdict,
} from './verdict.ts';
import type { WaiverOutcome } from './waivers.ts';

export interface DecisionInput {
  readonly subject: Subject;
  readonly certify: boolean;
  readonly failsOnDrift: boolean;
  readonly isMerge: boolean;
  readonly ended: 'passed' | 'failed' | 'timedout' | 'interrupted';
  readonly secrets: number;
  /** Counts the places that could not be searched for secrets. */
  readonly unsearched: number;
}

/** The input of a run that ended, with the default settings. */
export const emptyDecisionInput = {
  certify: false,
  failsOnDrift: false,
  isMerge: false,
  ended: 'passed',
  secrets: 0,
  unsearched: 0,
} as const satisfies Omit<DecisionInput, 'subject'>;

export interface Run {
  readonly target: { readonly name: string };
  readonly verdict: Verdict;
  readonly exercised: boolean;
  readonly counts: Counts;
  readonly errors: readonly string[];
  readonly guard: GuardSummary;
  /** The reason why the run could not reach its target; null where it could. */
  readonly unreachable: string | null;
  readonly shards?: ShardSelection;
  readonly replay?: Replayed;
  readonly selection: Selected;
  readonly conditions: Conditions;
  /** Set in a run that did not end: it was killed, or is still running. */
  readonly unfinished?: string;
  readonly waivers: readonly WaiverOutcome[];
  /** The differences from the ledger of the target; null where it has none. */
  readonly drift: Drift | null;
  readonly requirements: readonly RequirementOutcome[];
}

/** Green: everything holds. Amber: not everything holds, or not everything is known. Red: the run fails. */
export type Tone = 'green' | 'amber' | 'red';

export interface Reason {
  readonly kind: ReasonKind;
  readonly tone: Exclude<Tone, 'green'>;
  readonly words: string;
  readonly text: string;
  readonly values: MessageValues;
}

/** The decision of a run: made once, stored in the result, and shown by every report in these words. */
export type Decision = Readonly<ReturnType<typeof decideRun>>;

/** Decides whether a run is green; the most important reason comes first. */
export function decideRun(run: Run, input: DecisionInput) {
  const kinds = Object.keys(rules).filter((name): name is ReasonKind => Object.hasOwn(rules, name));
  const reasons = kinds.flatMap((kind): Reason[] => {
    const reason = rules[kind](run, input);
    return reason ? [{ kind, ...reason }] : [];
  });
  const tone: Tone =
    (['red', 'amber'] as const).find((word) => reasons.some((reason) => reason.tone === word)) ?? 'green';
  const { must } = run.counts;
  const why = reasons.map(({ words }) => words).join('; ') || `${must.passed} of ${countLevel(must)} musts passed`;
  return { subject: input.subject, tone, reasons, words: `${tone.toUpperCase()}: ${describeVerdict(run)}: ${why}` };
}

type Rule = (run: Run, input: DecisionInput) => Omit<Reason, 'kind'> | undefined;

const rules = {
  'suite error': ({ errors: [error] }) => red(error !== undefined, 'decision.suite error', { error: error ?? '' }),
  unfinished: ({ unfinished }) => inOwnWords('red', unfinished),
  secrets: (_run, { secrets }) => red(secrets > 0, 'decision.secrets', { secrets }),
  unsearched: (_run, { unsearched }) =>
    red(unsearched > 0, `decision.unsearched${unsearched === 1 ? '.one' : ''}`, { unsearched }),
  breach: ({ counts: { must }, requirements }) => {
    const values = { failed: must.failed, all: countLevel(must), ids: getIds(requirements, 'failed') };
    return red(must.failed > 0, 'decision.breach', values);
  },
  controls: ({ counts: { must }, requirements }) => {
    const open = listBlockedMusts(requirements);
    const values = { open: open.length, all: countLevel(must), ids: listIds(open) };
    return red(must.failed === 0 && hidesFailure(requirements), 'decision.controls', values);
  },
  strict: ({ counts, requirements }) =>
    red(counts.should.failed > 0, 'decision.strict', { ids: getIds(requirements, 'failed', 'should') }),
  interrupted: ({ unreachable }, { ended }) =>
    red(unreachable === null && (ended === 'interrupted' || ended === 'timedout'), 'decision.interrupted'),
  outage,
  'worker lost': ({ requirements }) => {
    const tests = requirements.flatMap((row) => row.tests);
    return inOwnWords('red', tests.find(({ cause }) => cause?.kind === 'worker lost')?.reason);
  },
  'stale waiver': ({ waivers }) => {
    const stale = waivers.filter(({ outcome }) => outcome === 'to be deleted');
    const words = stale.map(({ problem = '' }) => problem.replace(/\.$/, '')).join('; ');
    return inOwnWords('red', words || undefined);
  },
  'no ledger': ({ drift, target }, { failsOnDrift }) =>
    red(failsOnDrift && drift === null, 'decision.no ledger', {
      target: target.name,
      command: `${PROGRAM} ledger accept`,
    }),
  drift: ({ drift }, { failsOnDrift }) => {
    if (drift === null || isSteady(drift)) return undefined;
    const { changed, new: fresh, gone, ledger } = drift;
    const values = { changed: changed.length, fresh: fresh.length, gone: gone.length, ledger };
    const number = changed.length === 1 ? '.one' : '';
    return failsOnDrift
      ? red(true, `decision.drift.fail${number}`, values)
      : amber(true, `decision.drift${number}`, values);
  },
  guard: ({ guard: { stopped } }) => red(stopped !== null, 'decision.guard', { stopped: stopped ?? '' }),
  'nothing exercised': (run) => red(isEmpty(run), 'decision.nothing exercised', { reason: explainEmptyRun(run) }),
  'shard missing': ({ shards }, { isMerge }) =>
    inOwnWords('red', isMerge && isPartial(shards) ? describeMissingShards(shards) : undefined),
  certify: (run, { certify }) => red(certify && isOpen(run), `decision.certify${instability(run)}`, openValues(run)),
  sharded: ({ shards }, { certify }) => red(certify && shards !== undefined, 'decision.sharded'),
  'foreign code': ({ conditions }, { certify }) => {
    const names = foreignCode.filter((name) => conditions[name] !== undefined);
    const values = { names: names.map((name) => `${name}=${conditions[name]}`).join(' ') };
    return certify
      ? red(names.length > 0, 'decision.foreign code.certify', values)
      : amber(names.length > 0, 'decision.foreign code', values);
  },
  unstable: ({ counts: { must, should }, requirements }) =>
    amber(must.unstable + should.unstable > 0, 'decision.unstable', { ids: getIds(requirements, 'unstable') }),
  part: (run, { isMerge }) => {
    const words = describePartialRun(run);
    const merge = isPartial(run.shards) ? `: ${PROGRAM} merge` : '';
    return inOwnWords('amber', words === undefined || (isMerge && merge) ? undefined : `${words}${merge}`);
  },
  replay: ({ replay }) => inOwnWords('amber', replay && describeReplay(replay)),
  incomplete: (run, { certify }) =>
    amber(!certify && run.exercised && isOpen(run), `decision.incomplete${instability(run)}`, openValues(run)),
  waived: ({ counts: { must, should }, requirements }) =>
    amber(must.waived + should.waived > 0, 'decision.waived', { ids: getIds(requirements, 'waived') }),
  outside: ({ requirements }) => {
    const isBroken = ({ outcome }: RequirementOutcome) => outcome === 'failed' || outcome === 'warned';
    const ids = listIds(requirements.filter((row) => row.aside !== undefined && isBroken(row)));
    return amber(ids !== '', 'decision.outside', { ids });
  },
  warned: ({ counts: { should }, requirements }) =>
    amber(should.warned > 0, `decision.warned${should.warned === 1 ? '.one' : ''}`, {
      count: should.warned,
      ids: getIds(requirements, 'warned'),
    }),
} satisfies Readonly<Record<string, Rule>>;

export type ReasonKind = keyof typeof rules;

function getReason(tone: Reason['tone']) {
  return (holds: boolean, id: MessageId, values: MessageValues = {}): Omit<Reason, 'kind'> | undefined => {
    const inOneLine = (value: string | number) =>
      typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : value;
    const shown = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inOneLine(value)]));
    return holds ? { tone, words: message(id, shown), text: messages[id].en, values: shown } : undefined;
  };
}

const red = getReason('red');
const amber = getReason('amber');

/** Returns a reason that is already a sentence; none where there are no words. */
function inOwnWords(tone: Reason['tone'], words: string | undefined) {
  return getReason(tone)(words !== undefined, 'decision.words', { words: words ?? '' });
}

function outage({ exercised, unreachable, requirements }: Run) {
  if (unreachable !== null) return inOwnWords('red', unreachable);
  const lost = requirements.find(({ outcome }) => outcome === 'inconclusive');
  return red(!exercised && lost !== undefined, 'decision.nothing exercised', { reason: lost?.reason ?? '' });
}

/** Returns true if no test was exercised; a shard may have none, since the merge decides. */
function isEmpty({ exercised, shards, requirements }: Run): boolean {
  const isLost = requirements.some(({ outcome }) => outcome === 'inconclusive');
  return !exercised && !isLost && !(isPartial(shards) && requirements.every(({ tests }) => tests.length === 0));
}

function isOpen({ verdict, shards }: Run): boolean {
  return verdict === 'INCOMPLETE' && !isPartial(shards);
}

function instability({ counts: { must } }: Run): '' | '.unstable' {
  return must.unstable > 0 ? '.unstable' : '';
}

function openValues({ counts: { must } }: Run): MessageValues {
  return { open: must['not exercised'] + must.inconclusive, all: countLevel(must), unstable: must.unstable };
}

const MOST_IDS = 6;

function getIds(requirements: readonly RequirementOutcome[], word: string, of = 'must should'): string {
  return listIds(listJudgedRows(requirements).filter(({ outcome, level }) => outcome === word && of.includes(level)));
}

function listIds(requirements: readonly RequirementOutcome[]): string {
  const ids = requirements.slice(0, MOST_IDS).map(({ id }) => id);
  return `${ids.join(' ')}${requirements.length > MOST_IDS ? ` and ${requirements.length - MOST_IDS} more` : ''}`;
}
