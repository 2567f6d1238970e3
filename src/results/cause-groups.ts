import type { Breach, Cause } from '#api/cause';
import { breachTitle } from '#api/cause-words';
import { grouped } from '#api/grouped';
import type { TestOutcome } from './outcome.ts';
import type { RequirementOutcome } from './verdict.ts';

/** What is to be mended once, with everything that it broke. */
export interface CauseGroup {
  readonly endpoint: string;
  /** What is wrong, in one line. */
  readonly title: string;
  readonly outcome: 'failed' | 'unstable' | 'warned' | 'waived';
  readonly breach: Breach;
  /** The requirements that it broke, the strictest first. */
  readonly requirements: readonly RequirementOutcome[];
  readonly tests: readonly TestOutcome[];
  /** The requirements that could not be judged because of it. */
  readonly hidden: readonly RequirementOutcome[];
}

interface Finding {
  readonly row: RequirementOutcome;
  readonly test: TestOutcome;
  readonly breach: Breach;
}

const weights = { failed: 0, unstable: 1, warned: 2, waived: 3 } as const;
const levels = { must: 0, should: 1, question: 2 } as const;

/** The causes of a run: one for each failed control and for each identical breach, the worst first. */
export function causeGroups(requirements: readonly RequirementOutcome[]): CauseGroup[] {
  const findings = requirements.flatMap(findingsOf);
  const groups = [...grouped(findings, keyOf).values()].flatMap(([first, ...others]) =>
    first ? [groupOf([first, ...others], requirements)] : [],
  );
  return groups.sort((one, other) => rankOf(one) - rankOf(other) || sizeOf(other) - sizeOf(one));
}

function findingsOf(row: RequirementOutcome): Finding[] {
  return row.tests.flatMap((test) => {
    const breach = breachIn(test.cause);
    return breach && isOutcome(test.outcome) ? [{ row, test, breach }] : [];
  });
}

function isOutcome(outcome: string): outcome is CauseGroup['outcome'] {
  return Object.hasOwn(weights, outcome);
}

function breachIn(cause: Cause | undefined): Breach | undefined {
  if (cause?.kind === 'waived' || cause?.kind === 'unstable') return cause.breach;
  return cause?.kind === 'breach' || cause?.kind === 'no answer' || cause?.kind === 'error'
    ? cause
    : undefined;
}

function groupOf(findings: readonly [Finding, ...Finding[]], all: readonly RequirementOutcome[]): CauseGroup {
  const [{ row, breach }] = findings;
  const requirements = [...new Set(findings.map((finding) => finding.row))];
  const ids = new Set(requirements.map(({ id }) => id));
  return {
    endpoint: row.endpoint,
    title: breachTitle(breach),
    outcome: worst(findings),
    breach,
    requirements: requirements.toSorted((one, other) => levels[one.level] - levels[other.level]),
    tests: [...new Set(findings.map(({ test }) => test))],
    hidden: all.filter(({ cause }) => cause?.kind === 'failed control' && ids.has(cause.requirement)),
  };
}

/** The same operation with the same fault: what each test sent is another matter. */
function keyOf({ row, breach }: Finding): string {
  return `${row.endpoint} ${breachTitle(breach)}`;
}

function worst(findings: readonly Finding[]): CauseGroup['outcome'] {
  const found = findings.map(({ test }) => test.outcome).filter(isOutcome);
  return found.toSorted((one, other) => weights[one] - weights[other])[0] ?? 'failed';
}

function rankOf({ outcome, requirements: [first] }: CauseGroup): number {
  return weights[outcome] * 10 + levels[first?.level ?? 'question'];
}

function sizeOf({ requirements, hidden, tests }: CauseGroup): number {
  return (requirements.length + hidden.length) * 1000 + tests.length;
}
