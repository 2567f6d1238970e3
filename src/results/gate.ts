import type { Conformance } from './document.ts';
import type { GatePolicy, Minimum } from './policy.ts';
import type { Reason, ReasonKind } from './reasons.ts';
import { countLevel, listJudgedRows } from './verdict.ts';

/** The exit codes of a gate. */
export const exitCodes = {
  conformant: 0,
  nonConformant: 1,
  incomplete: 2,
  unreachable: 3,
  suiteError: 4,
} as const;

/** Describes what a gate decided, and why, in one line. */
export interface GateDecision {
  readonly code: (typeof exitCodes)[keyof typeof exitCodes];
  readonly why: string;
}

type Rule = (document: Conformance, policy: GatePolicy) => GateDecision | undefined;

/** The exit code that stands for each reason of a run's own decision. */
const codeOf: Readonly<Record<ReasonKind, GateDecision['code']>> = {
  'suite error': exitCodes.suiteError,
  unfinished: exitCodes.suiteError,
  secrets: exitCodes.suiteError,
  unsearched: exitCodes.suiteError,
  breach: exitCodes.nonConformant,
  controls: exitCodes.nonConformant,
  strict: exitCodes.nonConformant,
  outage: exitCodes.unreachable,
  'worker lost': exitCodes.unreachable,
  'stale waiver': exitCodes.nonConformant,
  'no ledger': exitCodes.nonConformant,
  drift: exitCodes.nonConformant,
  guard: exitCodes.incomplete,
  'nothing exercised': exitCodes.incomplete,
  interrupted: exitCodes.incomplete,
  'shard missing': exitCodes.incomplete,
  certify: exitCodes.incomplete,
  'foreign code': exitCodes.incomplete,
  unstable: exitCodes.incomplete,
  part: exitCodes.incomplete,
  replay: exitCodes.incomplete,
  incomplete: exitCodes.incomplete,
  waived: exitCodes.conformant,
  outside: exitCodes.conformant,
  warned: exitCodes.conformant,
};

/** Holds what a gate looks at, one after the other: the first that has something to say decides. */
const rules: readonly Rule[] = [
  ({ decision: { reasons } }) => reasonOf(reasons.find(({ tone }) => tone === 'red')),
  tooMany(
    'warnings',
    ({ counts }) => counts.should.warned,
    ({ maxWarnings }) => maxWarnings,
  ),
  tooMany('waivers', waived, ({ maxWaivers }) => maxWaivers),
  required,
  exercised,
  ({ decision: { reasons } }) => reasonOf(reasons.find(({ kind }) => kind === 'unstable' || kind === 'part')),
  replayed,
  incomplete,
];

/** Decides by the decision of a run and by the policy of the gate; then names what else keeps the run from green, such as waivers. */
export function decideGate(document: Conformance, policy: GatePolicy = {}): GateDecision {
  const { code, why } = firstDecision(document, policy);
  const others = document.decision.reasons.filter(({ tone, words }) => tone === 'amber' && !why.startsWith(words));
  return { code, why: [why, ...others.map(({ words }) => words)].join('; ') };
}

function firstDecision(document: Conformance, policy: GatePolicy): GateDecision {
  for (const rule of rules) {
    const decision = rule(document, policy);
    if (decision) return decision;
  }
  const { must } = document.counts;
  return { code: exitCodes.conformant, why: `${must.passed} of ${countLevel(must)} musts passed` };
}

function reasonOf(reason: Reason | undefined): GateDecision | undefined {
  return reason && { code: codeOf[reason.kind], why: reason.words };
}

function when(holds: boolean, code: GateDecision['code'], why: string): GateDecision | undefined {
  return holds ? { code, why: why.replace(/\s+/g, ' ').trim() } : undefined;
}

function tooMany(
  what: string,
  found: (document: Conformance) => number,
  most: (policy: GatePolicy) => number | undefined,
): Rule {
  return (document, policy) => {
    const limit = most(policy) ?? Number.POSITIVE_INFINITY;
    const number = found(document);
    return when(number > limit, exitCodes.nonConformant, `${what}: ${number}. Expected at most ${limit}`);
  };
}

function waived({ counts }: Conformance): number {
  return counts.must.waived + counts.should.waived;
}

/** Requires every must of an endpoint to pass: a waived one is a failure, any other is not known. */
function required({ requirements }: Conformance, policy: GatePolicy): GateDecision | undefined {
  const musts = listJudgedRows(requirements).filter(
    ({ level, endpoint, outcome }) =>
      level === 'must' && outcome !== 'passed' && policy.require?.some((name) => name === endpoint),
  );
  const isBroken = musts.some(({ outcome }) => outcome === 'waived');
  const code = isBroken ? exitCodes.nonConformant : exitCodes.incomplete;
  const ids = musts.map(({ id, outcome }) => `${id} (${outcome})`).join(' ');
  return when(musts.length > 0, code, `not every must of ${policy.require?.join(', ')} is passed: ${ids}`);
}

function exercised({ counts: { must } }: Conformance, { minExercised }: GatePolicy): GateDecision | undefined {
  if (minExercised === undefined) return undefined;
  const known = must.passed + must.failed + must.waived;
  const short = known < inMusts(minExercised, countLevel(must));
  const minimum = `${minExercised.count}${minExercised.isPercent ? '%' : ''}`;
  return when(
    short,
    exitCodes.incomplete,
    `${known} of ${countLevel(must)} musts were exercised. Expected at least ${minimum}`,
  );
}

function inMusts({ count, isPercent }: Minimum, musts: number): number {
  return isPercent ? (count / 100) * musts : count;
}

/** Rejects a replay, which asked no service, unless the gate allows it. */
function replayed({ decision: { reasons } }: Conformance, { allowReplay }: GatePolicy): GateDecision | undefined {
  const replay = allowReplay ? undefined : reasons.find(({ kind }) => kind === 'replay');
  return replay && { code: exitCodes.incomplete, why: `${replay.words}; --allow-replay lets that pass` };
}

/** Returns what is incomplete may pass where the gate allows it. */
function incomplete({ decision: { reasons } }: Conformance, policy: GatePolicy): GateDecision | undefined {
  const open = policy.allowIncomplete ? undefined : reasons.find(({ kind }) => kind === 'incomplete');
  return open && { code: exitCodes.incomplete, why: `${open.words}; --allow-incomplete lets that pass` };
}
