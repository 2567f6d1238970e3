import type { BrokenExchange, Problem } from '#api/cause';
import { isSuccess } from '#api/exchange';

/** A test that failed: the requirements that it asserts, and the responses that violate them. */
export interface FailedTest {
  readonly ids: readonly string[];
  readonly industry?: string | undefined;
  readonly exchanges: readonly BrokenExchange[];
  /** A known failure explains others and stays as it is. */
  readonly isWaived?: boolean;
}

/** Returns the requirement under which each failed test is reported; one that is missing here is its own root cause. */
export function findRootCauses<T extends FailedTest>(
  failed: readonly T[],
  dependsOn: (id: string) => readonly string[],
): Map<T, string> {
  const causes = new Map<T, string>();
  const setCauses = (tests: readonly T[], find: (test: T) => string | undefined) => {
    for (const test of tests) {
      const cause = find(test);
      if (cause !== undefined) causes.set(test, cause);
    }
  };
  setCauses(failed, (test) => getControl(test) ?? findDependency(test, failed, dependsOn));
  for (const [test, cause] of causes) causes.set(test, followCause(cause, failed, causes, test.ids));
  const lost = failed.filter(isLost);
  const known = [...new Set(lost.flatMap((test) => causes.get(test) ?? []))];
  const unexplained = lost.filter((test) => !causes.has(test) && !test.ids.some((id) => known.includes(id)));
  setCauses(unexplained, (test) => known.find((id) => isExplained(test, id, failed)));
  return causes;
}

/** Returns the first requirement that a test depends on and that failed in the same way. */
function findDependency(test: FailedTest, failed: readonly FailedTest[], dependsOn: (id: string) => readonly string[]) {
  const isCause = (id: string) => isExplained(test, id, failed) && (!isLost(test) || dependsOn(id).length > 0);
  return test.ids.flatMap(dependsOn).find(isCause);
}

const isLost = ({ exchanges }: FailedTest) => exchanges.every(({ status }) => status === 0); // no body explains it

/** Returns the requirement of the control request if the test found only the problems of that request. */
function getControl({ ids, exchanges }: FailedTest): string | undefined {
  const controls = exchanges.map((exchange) => exchange.problems.find((problem) => isOfControl(problem, exchange)));
  const [first] = controls;
  if (first?.kind !== 'control' || controls.includes(undefined) || ids.includes(first.requirement)) return undefined;
  return first.requirement;
}

function isOfControl(problem: Problem, { status, problems }: BrokenExchange): boolean {
  if (problem.kind !== 'control') return false;
  const others = problems.filter(isNoControl);
  const ofStatus = ['status', 'code', 'label', 'fact'];
  const expectsSuccess = others.some((each) => each.kind === 'status' && each.wanted === 'success');
  return expectsSuccess || (status === problem.got && others.every(({ kind }) => ofStatus.includes(kind)));
}

function isExplained({ ids, industry, exchanges }: FailedTest, cause: string, failed: readonly FailedTest[]): boolean {
  if (ids.includes(cause)) return false;
  const isNear = (other: FailedTest) => [undefined, other.industry].includes(industry) || other.industry === undefined;
  const known = failed
    .filter((other) => other.ids.includes(cause) && isNear(other))
    .flatMap((other) => other.exchanges);
  const isKnown = (exchange: BrokenExchange) => {
    const found = exchange.problems.filter(isNoControl);
    const status = found.filter(({ kind }) => kind === 'status');
    const counted = status.length > 0 ? status : found; // what a body lacks follows from a status that is wrong
    return counted.length > 0 && counted.every((problem) => known.some((other) => shows(other, exchange, problem)));
  };
  return exchanges.length > 0 && exchanges.every(isKnown);
}

function isNoControl({ kind }: Problem): boolean {
  return kind !== 'control' && kind !== 'negativeControl';
}

function shows(other: BrokenExchange, exchange: BrokenExchange, problem: Problem): boolean {
  const isOfSameKind =
    getOperation(other) === getOperation(exchange) && isSuccess(other.status) === isSuccess(exchange.status);
  return isOfSameKind && other.problems.some((known) => isSame(known, problem));
}

function getOperation({ method, path }: BrokenExchange): string {
  return [method, ...path.split('/', 3)].join(' ');
}

function isSame(known: Problem, problem: Problem): boolean {
  if (problem.kind === 'code' || problem.kind === 'label')
    return known.kind === 'json' || (known.kind === problem.kind && known.got === problem.got);
  if (problem.kind === 'fact') {
    // The same field may be compared with another value in each test.
    if (known.kind === 'fact') return known.wanted === problem.wanted || (known.field ?? '') === problem.field;
    return known.kind === 'json' || (known.kind === 'schema' && ['', `/${problem.field}`].includes(known.pointer));
  }
  if (problem.kind === 'schema')
    return known.kind === 'schema' && known.pointer === problem.pointer && known.wanted === problem.wanted;
  if (problem.kind === 'status') return known.kind === 'status' && known.got === problem.got;
  return known.kind === problem.kind;
}

function followCause<T extends FailedTest>(
  cause: string,
  failed: readonly T[],
  causes: ReadonlyMap<T, string>,
  seen: readonly string[],
): string {
  const tests = failed.filter(({ ids }) => ids.includes(cause));
  const next = tests[0] && causes.get(tests[0]);
  if (next === undefined || seen.includes(next) || !tests.every((test) => causes.has(test))) return cause;
  return followCause(next, failed, causes, [...seen, cause]);
}
