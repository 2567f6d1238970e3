import { InvalidArgumentError } from 'commander';
import type { Endpoint } from '#api/operations';
import type { Reason, ReasonKind } from './decision.ts';
import type { Conformance } from './document.ts';
import { countLevel, listJudgedRows } from './verdict.ts';

const exitCodes = { conformant: 0, nonConformant: 1, incomplete: 2, unreachable: 3, suiteError: 4 } as const;

export interface GatePolicy {
  readonly allowIncomplete?: boolean;
  readonly allowReplay?: boolean;
  readonly maxWarnings?: number;
  readonly maxWaivers?: number;
  readonly require?: readonly Endpoint[];
  readonly minExercised?: ReturnType<typeof parseMinimum>;
}

export interface GateDecision {
  readonly code: (typeof exitCodes)[keyof typeof exitCodes];
  readonly why: string;
}

type Rule = (document: Conformance, policy: GatePolicy) => GateDecision | undefined;

/** The reasons of a run by the exit code that they have; all others are incomplete. */
const kindsByCode: readonly (readonly [GateDecision['code'], readonly ReasonKind[]])[] = [
  [exitCodes.suiteError, ['suite error', 'unfinished', 'interrupted', 'secrets', 'unsearched']],
  [exitCodes.nonConformant, ['breach', 'controls', 'strict', 'stale waiver', 'no ledger', 'drift']],
  [exitCodes.unreachable, ['outage', 'worker lost']],
];

/** The checks of a gate in their order: the first with a result decides. */
const rules: readonly Rule[] = [
  ({ decision: { reasons } }) => toDecision(reasons.find(({ tone }) => tone === 'red')),
  ({ counts }, { maxWarnings }) => checkMost('warnings', counts.should.warned, maxWarnings),
  ({ counts }, { maxWaivers }) => checkMost('waivers', counts.must.waived + counts.should.waived, maxWaivers),
  checkRequired,
  checkExercised,
  ({ decision: { reasons } }) => toDecision(reasons.find(({ kind }) => kind === 'unstable' || kind === 'part')),
  (document, { allowReplay }) => (allowReplay ? undefined : checkReason(document, 'replay', '--allow-replay')),
  (document, { allowIncomplete }) =>
    allowIncomplete ? undefined : checkReason(document, 'incomplete', '--allow-incomplete'),
];

/** Returns the decision of a gate by the decision of the run and the policy, with further reasons such as waivers. */
export function decideGate(document: Conformance, policy: GatePolicy = {}): GateDecision {
  const { code, why } = firstDecision(document, policy);
  const others = document.decision.reasons.filter(({ tone, words }) => tone === 'amber' && !why.startsWith(words));
  return { code, why: [why, ...others.map(({ words }) => words)].join('; ') };
}

function firstDecision(document: Conformance, policy: GatePolicy): GateDecision {
  const [decision] = rules.flatMap((rule) => rule(document, policy) ?? []);
  const { must } = document.counts;
  return decision ?? { code: exitCodes.conformant, why: `${must.passed} of ${countLevel(must)} musts passed` };
}

function toDecision(reason: Reason | undefined): GateDecision | undefined {
  if (!reason) return undefined;
  const [code] = kindsByCode.find(([, kinds]) => kinds.includes(reason.kind)) ?? [exitCodes.incomplete];
  return { code, why: reason.words };
}

function checkReason({ decision }: Conformance, kind: ReasonKind, option: string): GateDecision | undefined {
  const reason = decision.reasons.find((each) => each.kind === kind);
  return reason && { code: exitCodes.incomplete, why: `${reason.words} (use ${option} to accept this)` };
}

function checkMost(what: string, number: number, limit = Number.POSITIVE_INFINITY): GateDecision | undefined {
  if (number <= limit) return undefined;
  return { code: exitCodes.nonConformant, why: `${what}: ${number}. Expected at most ${limit}` };
}

/** Requires every must of some endpoints to pass, and one at least to be judged: a waived one is a failure. */
function checkRequired({ requirements }: Conformance, { require = [] }: GatePolicy): GateDecision | undefined {
  const musts = listJudgedRows(requirements).filter(({ level }) => level === 'must');
  const absent = require.filter((name) => !musts.some(({ endpoint }) => endpoint === name));
  const required = musts.filter(({ endpoint }) => require.some((name) => name === endpoint));
  const open = required.filter(({ outcome }) => outcome !== 'passed');
  if (open.length + absent.length === 0) return undefined;
  const ids = [...open.map(({ id, outcome }) => `${id} (${outcome})`), ...absent.map((name) => `${name} (not judged)`)];
  const code = open.some(({ outcome }) => outcome === 'waived') ? exitCodes.nonConformant : exitCodes.incomplete;
  return { code, why: `not all musts of ${require.join(', ')} passed: ${ids.join(' ')}` };
}

function checkExercised({ counts: { must } }: Conformance, { minExercised }: GatePolicy): GateDecision | undefined {
  if (minExercised === undefined) return undefined;
  const { count, isPercent } = minExercised;
  const all = countLevel(must);
  const known = must.passed + must.waived;
  if (known >= (isPercent ? (count / 100) * all : count)) return undefined;
  const why = `${known} of ${all} musts were exercised. Expected at least ${count}${isPercent ? '%' : ''}`;
  return { code: exitCodes.incomplete, why };
}

/** Parses a whole number from 0 up. */
export function parseCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Expected a whole number, such as 0.');
  return Number(text);
}

/** Parses `80`, or `80%` of all. */
export function parseMinimum(text: string) {
  const [, digits = '', sign] = /^(\d{1,9})(%?)$/.exec(text) ?? [];
  const isPercent = sign === '%';
  if (digits === '' || (isPercent && Number(digits) > 100))
    throw new InvalidArgumentError('Expected a number such as 80, or a percentage such as 80%.');
  return { count: Number(digits), isPercent };
}
