import type { BrokenExchange, Failure, Problem } from '#api/cause';
import { groupByKey } from '#api/group-by-key';
import { type Fact, toFact } from '#api/messages';
import { endpointOfPath, isEndpoint, operations } from '#api/operations';
import { isFailure } from '#run/skip';
import type { RequirementOutcome, TestOutcome } from './verdict.ts';

type DefectKind =
  | ('accepts-invalid' | 'error-code' | 'error-form' | 'error-status' | 'fact' | 'field' | 'no-response' | 'other')
  | ('rejects-industry' | 'rejects-valid' | 'server-error' | 'success-form' | 'unproven');

export type CauseGroup = Readonly<ReturnType<typeof getGroup>>;

interface Finding {
  readonly row: RequirementOutcome;
  readonly test: TestOutcome;
  readonly outcome: keyof typeof outcomeOrder;
  readonly breach: Failure;
  readonly exchange?: BrokenExchange;
  readonly problems: readonly Problem[];
  readonly kind: DefectKind;
  readonly about: string;
}

const outcomeOrder = { failed: 0, unstable: 1, warned: 2, waived: 3 } as const;
const levelOrder = { must: 0, should: 1, question: 2 } as const;

/** Returns each defect once: failures before warnings, then those that hide most requirements. */
export function groupCauses(requirements: readonly RequirementOutcome[]): CauseGroup[] {
  const byLevel = requirements.toSorted((one, other) => levelOrder[one.level] - levelOrder[other.level]);
  const findings = widen(byLevel.flatMap(getFindings), requirements);
  const getKey = (finding: Finding) => JSON.stringify([getEndpoint(finding), finding.kind, finding.about]);
  const groups = [...groupByKey(findings, getKey).values()].map((all) => getGroup(all.toSorted(byOwner), requirements));
  const getLevel = ({ requirements: [first] }: CauseGroup) => levelOrder[first?.level ?? 'question'];
  const getSize = ({ requirements: violated, tests }: CauseGroup) => violated.length * 1000 + tests.length;
  return groups.sort(
    (one, other) =>
      outcomeOrder[one.outcome] - outcomeOrder[other.outcome] ||
      other.hidden.length - one.hidden.length ||
      getLevel(one) - getLevel(other) ||
      getSize(other) - getSize(one),
  );
}

function getFindings(row: RequirementOutcome): Finding[] {
  return row.tests.flatMap((test) => {
    const breach = getBreach(test);
    return isOutcome(test.outcome) ? listDefectsOf({ row, test, outcome: test.outcome, breach, problems: [] }) : [];
  });
}

/** Returns what a failed test found: each case, and each field or the kind of a problem without one. */
export function listDefects(test: Pick<TestOutcome, 'cause'>): string[] {
  const breach = getBreach(test);
  if (breach.kind !== 'breach') return [breach.kind];
  const problems = breach.exchanges.flatMap((exchange) => exchange.problems);
  return [...(breach.cases ?? []), ...problems.map((problem) => getField(problem) || problem.kind)];
}

/** Returns the failure of a test, also of one that is waived or unstable. */
export function getBreach({ cause: whole, reason = '' }: Pick<TestOutcome, 'cause' | 'reason'>): Failure {
  const cause = whole && 'breach' in whole ? whole.breach : whole;
  return cause && isFailure(cause) ? cause : { kind: 'error', words: reason };
}

function isOutcome(outcome: string): outcome is keyof typeof outcomeOrder {
  return Object.hasOwn(outcomeOrder, outcome);
}

function listDefectsOf(of: Omit<Finding, 'kind' | 'about'>): Finding[] {
  const { row, test, breach } = of;
  if (breach.kind === 'no answer') return [{ ...of, kind: 'no-response', about: breach.failure.code }];
  if (breach.kind === 'error') return [{ ...of, kind: 'other', about: row.id }];
  const found = breach.exchanges.flatMap((exchange) =>
    splitByField(exchange, row, test).map((defect) => ({ ...of, exchange, ...defect })),
  );
  return found.length > 0 ? found : [{ ...of, kind: 'other', about: row.id }];
}

type Kind = Pick<Finding, 'kind' | 'about'>;
type Defect = Kind & Pick<Finding, 'problems'>;

/** Returns the defects of a response: one for each wrong field, and one for everything else. */
function splitByField(exchange: BrokenExchange, row: RequirementOutcome, test: TestOutcome): Defect[] {
  const { problems, status } = exchange;
  if (status >= 400 && problems.some(({ kind }) => kind === 'schema'))
    return [{ kind: 'rejects-valid', about: row.id, problems: [{ kind: 'status', wanted: 'success', got: status }] }];
  const fields = [...groupByKey(problems, getField)].filter(([field]) => field !== '');
  if (fields.length > 0) return fields.map(([about, found]): Defect => ({ kind: 'field', about, problems: found }));
  return [{ ...getKind(exchange, row, test.industry), problems }];
}

/** Returns the field of a problem without indexes: `/items/0/id` and `/items/1/id` are one field. */
function getField(problem: Problem): string {
  if (problem.kind === 'fact') return problem.field ?? '';
  if (problem.kind !== 'schema') return '';
  const path = problem.pointer.split('/').slice(1);
  return path.map((name) => (/^\d+$/.test(name) ? '*' : name)).join('.');
}

function getKind({ status, problems }: BrokenExchange, { id, endpoint }: RequirementOutcome, industry = ''): Kind {
  const has = (...kinds: Problem['kind'][]) => problems.some(({ kind }) => kinds.includes(kind));
  const control = problems.find((problem) => problem.kind === 'control');
  if (control) return { kind: 'rejects-valid', about: control.requirement };
  if (problems.some((problem) => problem.kind === 'status' && problem.wanted === 'success'))
    return industry === '' ? { kind: 'rejects-valid', about: id } : { kind: 'rejects-industry', about: industry };
  if (has('negativeControl')) return { kind: 'unproven', about: '' };
  if (has('status')) return { kind: classifyStatus(status, problems), about: id };
  if (has('json') && status < 300 && isEndpoint(endpoint) && operations[endpoint].success === 204)
    return { kind: 'accepts-invalid', about: '' }; // a success of it has no body, so that a rejection was expected
  if (has('json', 'media type')) return { kind: status < 300 ? 'success-form' : 'error-form', about: '' };
  if (has('code', 'label')) return { kind: 'error-code', about: joinCodes(problems) };
  return { kind: has('fact') ? 'fact' : 'other', about: id };
}

/** Returns the defect of a wrong status; success instead of a rejection above 404 accepts no invalid request. */
function classifyStatus(status: number, problems: readonly Problem[]): DefectKind {
  const expected = problems.flatMap((problem) => (problem.kind === 'status' ? problem.wanted : []));
  if (expected.some((each) => typeof each === 'number' && each > 404)) return 'error-status';
  if (status >= 500) return 'server-error';
  return status < 300 ? 'accepts-invalid' : 'error-status';
}

function joinCodes(problems: readonly Problem[]): string {
  const codes = problems.filter(({ kind }) => kind === 'code' || kind === 'label').map(toFact);
  // Of several expected codes the first: it is the defect of the tests that expect only that one.
  return codes.map(({ expected, actual }) => `${expected?.split(' or ')[0]} → ${actual}`).join(', ');
}

/** Merges findings that affect all industries, or an operation where nothing passes, into one defect. */
function widen(findings: readonly Finding[], requirements: readonly RequirementOutcome[]): Finding[] {
  return findings.map((finding) => {
    const { row, kind, about } = finding;
    const alike = findings.filter((each) => each.row.endpoint === row.endpoint && each.kind === kind);
    const ofOperation = requirements.filter(({ endpoint }) => endpoint === row.endpoint);
    if (affectsAll(kind, alike, ofOperation)) return { ...finding, kind: 'rejects-valid', about: '' };
    const ofValid = wrongRejections.has(kind) ? findings.find((each) => isSameRejection(each, finding)) : undefined;
    if (ofValid) return { ...finding, kind: ofValid.kind, about: ofValid.about };
    if (kind !== 'accepts-invalid' || about !== '') return finding;
    return { ...finding, about: alike.find((each) => each.about !== '')?.about ?? '' };
  });
}

/** Returns true if findings affect every industry that is tested, or an operation of which no must passed. */
function affectsAll(kind: DefectKind, findings: readonly Finding[], ofOperation: readonly RequirementOutcome[]) {
  if (kind === 'rejects-valid')
    return ofOperation.every(({ level, outcome }) => level !== 'must' || outcome !== 'passed');
  const tests = ofOperation.flatMap((row) => row.tests);
  return kind === 'rejects-industry' && countIndustries(findings.map(({ test }) => test)) === countIndustries(tests);
}

function countIndustries(tests: readonly TestOutcome[]): number {
  return new Set(tests.flatMap(({ industry = [] }) => industry)).size;
}

const wrongRejections: ReadonlySet<DefectKind> = new Set(['error-status', 'error-code']);

/** Returns true if a valid request of the operation is rejected with the very response of another finding. */
function isSameRejection({ row, kind, exchange }: Finding, other: Finding): boolean {
  return (
    kind === 'rejects-valid' &&
    row.endpoint === other.row.endpoint &&
    exchange?.body !== undefined &&
    exchange.body === other.exchange?.body &&
    exchange.status === other.exchange.status
  );
}

/** Returns the operation with the defect: a field is wrong in whichever operation's test it is seen. */
function getEndpoint({ row, kind, exchange }: Finding): string {
  return (kind === 'field' && exchange && endpointOfPath(exchange.path)) || row.endpoint;
}

/** Sorts the findings of a level: those of the operation's own requirements come first. */
function byOwner(one: Finding, other: Finding): number {
  const isForeign = (finding: Finding) => Number(finding.row.endpoint !== getEndpoint(finding));
  return levelOrder[one.row.level] - levelOrder[other.row.level] || isForeign(one) - isForeign(other);
}

function getGroup(findings: readonly Finding[], all: readonly RequirementOutcome[]) {
  const first = findings.find(({ problems }) => problems.some(({ kind }) => kind === 'status')) ?? findings[0];
  if (!first) throw new Error('Internal error: a group of causes has no finding. Expected at least one.');
  const { breach, kind, about } = first;
  const requirements = [...new Set(findings.map((finding) => finding.row))];
  const ids = new Set(requirements.map(({ id }) => id));
  return {
    endpoint: getEndpoint(first),
    kind,
    /** The smallest field, value or industry that it is about; empty where it is about a whole request. */
    about,
    outcome: getWorstOutcome(findings),
    breach: breach.kind === 'breach' && first.exchange ? { ...breach, exchanges: [first.exchange] } : breach,
    facts: listFacts([first, ...findings]),
    statuses: [...new Set(findings.flatMap(({ exchange }) => exchange?.status ?? []))].sort(),
    cases: [...new Set(findings.flatMap(({ exchange }) => exchange?.case ?? []))],
    ...getRequests(findings),
    /** The requirements that it violates, the strictest first. */
    requirements,
    tests: [...new Set(findings.map(({ test }) => test))],
    /** The requirements that could not be judged because of it. */
    hidden: all.filter(({ cause }) => cause?.kind === 'failed control' && ids.has(cause.requirement)),
  };
}

function getWorstOutcome(findings: readonly Finding[]): Finding['outcome'] {
  const sorted = findings.map(({ outcome }) => outcome).sort((one, other) => outcomeOrder[one] - outcomeOrder[other]);
  return sorted[0] ?? 'failed';
}

function listFacts(findings: readonly Finding[]): Fact[] {
  const facts = findings.flatMap((finding) => [...listFactsOfTest(finding), ...getFacts(finding.problems)]);
  return [...new Map(facts.map((one) => [JSON.stringify(one), one])).values()];
}

function getRequests(findings: readonly Finding[]) {
  const all = findings.flatMap(({ breach, exchange }) => {
    const lines = exchange?.reproduce ?? (breach.kind === 'no answer' ? breach.reproduce : undefined);
    return lines === undefined ? [] : [lines];
  });
  const size = (lines: readonly string[]) => lines.join('\n').length;
  const isScript = (lines: readonly string[]) => Number(lines.some((line) => line.startsWith('. ')));
  const distinct = [...new Map(all.map((lines) => [lines.join('\n'), lines])).values()];
  const [shortest = []] = distinct.toSorted((one, other) => isScript(one) - isScript(other) || size(one) - size(other));
  return { reproduce: shortest, requests: distinct.length };
}

function listFactsOfTest({ breach, row }: Finding): Fact[] {
  if (breach.kind === 'no answer')
    return [{ place: 'response', expected: 'a complete response', actual: breach.failure.words }];
  if (breach.kind !== 'error') return [];
  return [{ place: 'test', expected: row.text, actual: breach.words.split('\n')[0] ?? '' }];
}

function getFacts(problems: readonly Problem[]): Fact[] {
  const facts = problems.map(toFact);
  const status = facts.find(({ place }) => place === 'status');
  if (!status) return facts;
  const codes = facts.filter(({ place }) => place === 'error code' || place === 'error label');
  return [{ ...status, expected: [status.expected, ...codes.map(({ expected }) => expected)].join(' ') }];
}
