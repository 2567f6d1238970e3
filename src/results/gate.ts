import type { Conformance } from './document.ts';
import type { Least, Policy } from './policy.ts';
import type { Reason, ReasonKind } from './reasons.ts';
import { judgedRows, sum } from './verdict.ts';

/** The exit codes of a gate. */
export const codes = {
  conformant: 0,
  nonConformant: 1,
  incomplete: 2,
  unreachable: 3,
  suiteError: 4,
} as const;

/** What a gate decided, and why, in one line. */
export interface Decision {
  readonly code: (typeof codes)[keyof typeof codes];
  readonly why: string;
}

type Rule = (document: Conformance, policy: Policy) => Decision | undefined;

/** The exit code that stands for each reason of a run's own decision. */
const codeOf: Readonly<Record<ReasonKind, Decision['code']>> = {
  'suite error': codes.suiteError,
  unfinished: codes.suiteError,
  secrets: codes.suiteError,
  unsearched: codes.suiteError,
  breach: codes.nonConformant,
  controls: codes.nonConformant,
  strict: codes.nonConformant,
  outage: codes.unreachable,
  'worker lost': codes.unreachable,
  'stale waiver': codes.nonConformant,
  'no ledger': codes.nonConformant,
  drift: codes.nonConformant,
  guard: codes.incomplete,
  'nothing exercised': codes.incomplete,
  interrupted: codes.incomplete,
  'shard missing': codes.incomplete,
  certify: codes.incomplete,
  unstable: codes.incomplete,
  part: codes.incomplete,
  replay: codes.incomplete,
  incomplete: codes.incomplete,
  waived: codes.conformant,
  outside: codes.conformant,
  warned: codes.conformant,
};

/** What a gate looks at, one after the other: the first that has something to say decides. */
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

/** Decides by the decision of a run and by the policy of the gate; names every waived requirement. */
export function decide(document: Conformance, policy: Policy = {}): Decision {
  const { code, why } = firstDecision(document, policy);
  const known = document.decision.reasons.filter(({ kind }) => kind === 'waived');
  return { code, why: [why, ...known.map(({ words }) => words)].join('; ') };
}

function firstDecision(document: Conformance, policy: Policy): Decision {
  for (const rule of rules) {
    const decision = rule(document, policy);
    if (decision) return decision;
  }
  const { must } = document.counts;
  return { code: codes.conformant, why: `${must.passed} of ${sum(must)} musts passed` };
}

function reasonOf(reason: Reason | undefined): Decision | undefined {
  return reason && { code: codeOf[reason.kind], why: reason.words };
}

function when(holds: boolean, code: Decision['code'], why: string): Decision | undefined {
  return holds ? { code, why: why.replace(/\s+/g, ' ').trim() } : undefined;
}

function tooMany(
  what: string,
  found: (document: Conformance) => number,
  most: (policy: Policy) => number | undefined,
): Rule {
  return (document, policy) => {
    const limit = most(policy) ?? Number.POSITIVE_INFINITY;
    const number = found(document);
    return when(number > limit, codes.nonConformant, `${what}: ${number}, and at most ${limit} are allowed`);
  };
}

function waived({ counts }: Conformance): number {
  return counts.must.waived + counts.should.waived;
}

/** Of a required endpoint every must is passed: one that is waived is broken, any other is not known. */
function required({ requirements }: Conformance, policy: Policy): Decision | undefined {
  const musts = judgedRows(requirements).filter(
    ({ level, endpoint, outcome }) =>
      level === 'must' && outcome !== 'passed' && policy.require?.some((name) => name === endpoint),
  );
  const isBroken = musts.some(({ outcome }) => outcome === 'waived');
  const code = isBroken ? codes.nonConformant : codes.incomplete;
  const ids = musts.map(({ id, outcome }) => `${id} (${outcome})`).join(' ');
  return when(musts.length > 0, code, `not every must of ${policy.require?.join(', ')} is passed: ${ids}`);
}

function exercised({ counts: { must } }: Conformance, { minExercised }: Policy): Decision | undefined {
  if (minExercised === undefined) return undefined;
  const known = must.passed + must.failed + must.waived;
  const short = known < inMusts(minExercised, sum(must));
  const wanted = `${minExercised.count}${minExercised.isPercent ? '%' : ''}`;
  return when(
    short,
    codes.incomplete,
    `${known} of ${sum(must)} musts were exercised, and ${wanted} are wanted`,
  );
}

function inMusts({ count, isPercent }: Least, musts: number): number {
  return isPercent ? (count / 100) * musts : count;
}

/** What was judged without asking the service is no run of today, unless the gate is told that it may be. */
function replayed({ decision: { reasons } }: Conformance, { allowReplay }: Policy): Decision | undefined {
  const replay = allowReplay ? undefined : reasons.find(({ kind }) => kind === 'replay');
  return replay && { code: codes.incomplete, why: `${replay.words}; --allow-replay lets that pass` };
}

/** What is incomplete may pass where the gate allows it. */
function incomplete({ decision: { reasons } }: Conformance, policy: Policy): Decision | undefined {
  const open = policy.allowIncomplete ? undefined : reasons.find(({ kind }) => kind === 'incomplete');
  return open && { code: codes.incomplete, why: `${open.words}; --allow-incomplete lets that pass` };
}
