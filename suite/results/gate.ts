import { isPartial, partialWords } from '../run/part.ts';
import { PROGRAM } from '../run/program.ts';
import type { Conformance } from './document.ts';
import type { Least, Policy } from './policy.ts';

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

/** What a gate looks at, one after the other: the first that has something to say decides. */
const rules: readonly Rule[] = [
  ({ errors }) =>
    when(errors.length > 0, codes.suiteError, `the suite met an error of its own: ${errors[0]}`),
  ({ verdict, counts, requirements }) =>
    when(
      verdict === 'NON-CONFORMANT',
      codes.nonConformant,
      `${counts.must.failed} of ${all(counts.must)} musts failed: ${idsOf(requirements, 'failed')}`,
    ),
  ({ counts, requirements }) =>
    when(
      counts.should.failed > 0,
      codes.nonConformant,
      `the run was STRICT, and a should failed: ${idsOf(requirements, 'failed')}`,
    ),
  unreached,
  ({ waivers }) => {
    const stale = waivers.find(({ outcome }) => outcome === 'to be deleted');
    return when(stale !== undefined, codes.nonConformant, stale?.problem ?? 'a waiver is to be deleted');
  },
  tooMany(
    'warnings',
    ({ counts }) => counts.should.warned,
    ({ maxWarnings }) => maxWarnings,
  ),
  tooMany('waivers', waived, ({ maxWaivers }) => maxWaivers),
  required,
  exercised,
  incomplete,
];

/** Decides by the verdict of a run and by what else a gate wants. */
export function decide(document: Conformance, policy: Policy = {}): Decision {
  for (const rule of rules) {
    const decision = rule(document, policy);
    if (decision) return decision;
  }
  const { counts } = document;
  return { code: codes.conformant, why: `${counts.must.passed} of ${all(counts.must)} musts passed` };
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

/** Nothing is known of a target that was lost, or of which nothing at all could be asked, and an outage is no breach. */
function unreached({ exercised: found, unreachable, requirements }: Conformance): Decision | undefined {
  if (unreachable !== null) return when(true, codes.unreachable, unreachable);
  const lost = requirements.find(({ outcome }) => outcome === 'inconclusive');
  return when(!found && lost !== undefined, codes.unreachable, `nothing was exercised: ${lost?.reason}`);
}

function waived({ counts }: Conformance): number {
  return counts.must.waived + counts.should.waived;
}

/** Of a required endpoint every must is passed: one that is waived is broken, any other is not known. */
function required({ requirements }: Conformance, policy: Policy): Decision | undefined {
  const musts = requirements.filter(
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
  const short = known < inMusts(minExercised, all(must));
  const wanted = `${minExercised.count}${minExercised.isPercent ? '%' : ''}`;
  return when(
    short,
    codes.incomplete,
    `${known} of ${all(must)} musts were exercised, and ${wanted} are wanted`,
  );
}

function inMusts({ count, isPercent }: Least, musts: number): number {
  return isPercent ? (count / 100) * musts : count;
}

/** What is incomplete may pass where the gate allows it; a run that found nothing out, or a part of one, never does. */
function incomplete(document: Conformance, { allowIncomplete = false }: Policy): Decision | undefined {
  const { verdict, counts, shards, exercised: found } = document;
  if (isPartial(shards)) return { code: codes.incomplete, why: `${partialWords(shards)}: ${PROGRAM} merge` };
  const open = counts.must['not exercised'] + counts.must.inconclusive;
  const isOpen = verdict === 'INCOMPLETE' && !(allowIncomplete && found);
  const why = found
    ? `${open} of ${all(counts.must)} musts are not exercised or inconclusive; --allow-incomplete lets that pass`
    : 'nothing was exercised';
  return when(isOpen, codes.incomplete, why);
}

function all(counts: Conformance['counts']['must']): number {
  return Object.values(counts).reduce((sum, number) => sum + number, 0);
}

function idsOf(requirements: Conformance['requirements'], wanted: string): string {
  return requirements.flatMap(({ id, outcome }) => (outcome === wanted ? [id] : [])).join(' ');
}
