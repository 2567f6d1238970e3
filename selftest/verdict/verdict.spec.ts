import { expect, test } from '@playwright/test';
import type { BrokenExchange, Cause, Problem } from '#api/cause';
import { ANSWER, type Annotation, covers, WARNING } from '#api/covers';
import type { Level } from '#api/requirement';
import { groupCauses } from '#results/cause-groups';
import { type FinishedTest, getTestOutcome, getWorstOutcome, withRootCauses } from '#results/finished-test';
import { type FailedTest, findRootCauses } from '#results/root-cause';
import { completeEndpoints, summarizeSelection } from '#results/selection';
import {
  computeVerdict,
  countOutcomes,
  countTests,
  explainEmptyRun,
  hasExercisedTests,
  hidesFailure,
  judgeRequirement,
  NOT_SELECTED,
  type Outcome,
} from '#results/verdict';
import { readJsonFile } from '#run/json-file';
import { recordCause } from '#run/skip';

const of = (level: Level, ...outcomes: Outcome[]) => outOf(1, level, ...outcomes);
const outOf = (tests: number, level: Level, ...outcomes: Outcome[]) =>
  judgeRequirement(
    { id: 'ORD-10', endpoint: 'instore-orders', section: '7', level, text: 'x', since: '0.1' },
    outcomes.map((outcome) => ({ title: 't', file: 'f', line: 1, outcome })),
    { tests, leftOut: 'x' },
  );

/** A level, the outcomes of the tests of a requirement, and its outcome. */
type Amount = [level: Level, tests: Outcome[], outcome: Outcome];
const { value: amounts } = readJsonFile<Amount[]>('selftest/verdict/outcomes.json', {});

for (const [level, tests, outcome] of amounts)
  test(`a ${level} whose tests are ${tests.join(', ') || 'none'} is ${outcome}`, () => {
    expect(of(level, ...tests).outcome).toBe(outcome);
    expect(outOf(2, level, ...tests).outcome).toBe(outcome === 'passed' ? 'not exercised' : outcome);
  });

const waived = of('must', 'waived');
const passed = of('must', 'passed');
/** A verdict, and requirements by their level and outcome. */
type Verdict = [verdict: string, rows: [Level, Outcome][]];
const { value: verdicts } = readJsonFile<Verdict[]>('selftest/verdict/verdicts.json', {});

for (const [verdict, rows] of verdicts)
  test(`${rows.map((row) => `a ${row.join(' ')}`).join(', ')} is ${verdict}`, () =>
    expect(computeVerdict(rows.map((row) => of(...row)))).toBe(verdict));

test('a run of nothing but skips has exercised nothing, by the states or the first must that was selected', () => {
  expect(hasExercisedTests([of('must', 'passed', 'not exercised'), of('should', 'inconclusive')])).toBe(false);
  expect(hasExercisedTests([of('must', 'not exercised'), of('question', 'answered')])).toBe(true);
  expect(hasExercisedTests([{ ...of('must', 'passed'), outcome: 'not exercised', reason: NOT_SELECTED }])).toBe(true);
  const idle = of('must', 'not exercised');
  const cause = { kind: 'state refused', state: 'an application', status: 404 } as const;
  const refused = { ...idle, reason: 'no state', cause };
  const out = { ...idle, reason: NOT_SELECTED };
  const runs = [[idle, refused], [out, refused, passed], [out]];
  const reasons = runs.map((requirements) => explainEmptyRun({ requirements }));
  expect(reasons).toEqual(['every provider state returned 404', 'no state', NOT_SELECTED]);
});

test('tests with one title are two where they are in two files', () => {
  expect(countTests(['a', 'b', 'b'].map((file) => ({ file, title: 't' })))).toBe(2);
  const { test } = finished('TOK-02', 'passed', { kind: 'no refresh token' });
  const expected = { tests: 2, of: {} };
  expect(summarizeSelection({ argv: [], selected: [test, test], expected })).toEqual({ argv: [], tests: 1, of: 2 });
});

test('a failed control violates its requirement where that was not run, and not where it is waived', () => {
  const cause = { kind: 'failed control', requirement: 'ORD-10' } as const;
  const aside = { kind: 'outside', words: 'x' } as const;
  const blocked = { ...of('must', 'inconclusive'), id: 'ORD-21', cause };

  expect(computeVerdict([blocked])).toBe('NON-CONFORMANT');
  expect(computeVerdict([blocked, of('must', 'not exercised')])).toBe('NON-CONFORMANT');
  expect(computeVerdict([blocked, waived])).toBe('INCOMPLETE');
  expect(computeVerdict([blocked, { ...of('must', 'failed'), aside }])).toBe('INCOMPLETE');
  expect(computeVerdict([passed, { ...of('must', 'failed'), aside }])).toBe('CONFORMANT');
  const withOthers = (count: number) => hidesFailure([blocked, waived, ...Array.from({ length: count }, () => passed)]);
  expect([8, 9].map(withOthers)).toEqual([true, false]); // one in ten
  expect(countOutcomes([passed, { ...of('must', 'failed'), aside }]).must).toMatchObject({ passed: 1, failed: 0 });
});

const cause = { kind: 'guard', why: 'x' } as const;
const stopped = { title: 't', file: 'f', line: 1, outcome: 'not exercised', cause } as const;
const one = { expected: { tests: 1, of: { 'ORD-10': 1 } } };
const two = { expected: { tests: 2, of: { 'ORD-10': 2 } } };
for (const [name, isComplete, selection, ...rows] of [
  ['a whole operation', true, one, passed],
  ['a state that the target cannot provide', true, one, of('must', 'not exercised')],
  ['a test that the guard stopped', false, one, { ...passed, tests: [stopped] }],
  ['a target out of reach', false, one, of('must', 'passed', 'inconclusive')],
  ['a row without a test', false, one, passed, of('must')],
  ['one of two tests', false, two, passed],
  ['one of two tests, twice', false, two, of('must', 'passed', 'passed')],
  ['a shard of two', false, { ...one, part: { of: 2, present: [1] } }, passed],
] as const)
  test(`a run with ${name} has asked ${isComplete ? 'everything' : 'a part'}`, () =>
    expect(completeEndpoints(rows, selection)).toEqual(isComplete ? ['instore-orders'] : []));

const rows: Readonly<Record<string, readonly string[]>> = { 'TOK-02': ['TOK-14'], 'TOK-08': ['TOK-02'] };
const dependsOn = (id: string) => rows[id] ?? [];

function failed(id: string, status: number, problems: readonly Problem[], industry?: string): FailedTest {
  return { ids: [id], industry, exchanges: [{ method: 'POST', path: '/oauth/token', status, problems }] };
}

const missing = (name: string): Problem<'schema'> => ({
  kind: 'schema',
  pointer: `/${name}`,
  keyword: 'required',
  rule: '#/required',
  wanted: 'must be present',
  got: '{}',
});
const wrongType: Problem = { ...missing(''), pointer: '/scope', wanted: 'must be a string', got: '7' };
const rejected: Problem = { kind: 'status', wanted: 'success', got: 500 };
const control: Problem = { kind: 'control', got: 500, requirement: 'TOK-01' };
const about = (field: string, wanted = 'another'): Problem => ({ kind: 'fact', wanted, got: 'nothing', field });
const reset: Problem = { kind: 'other', words: 'reset' };
const notJson: Problem = { kind: 'json', got: '<h1>' };

for (const [name, other, problems, cause] of [
  ['the same field is missing', [missing('scope')], [missing('scope')], 'TOK-02'],
  ['another field is missing', [missing('scope')], [missing('user_id')], undefined],
  ['a fact is about a field that is missing', [missing('scope')], [about('scope')], 'TOK-02'],
  ['the body is no object', [{ ...wrongType, pointer: '' }], [about('scope')], 'TOK-02'],
  ['a field has another value', [about('scope')], [about('scope', 'read')], 'TOK-02'],
  ['a fact is about another field', [missing('scope'), about('scope', 'read')], [about('user_id')], undefined],
  ['the same type is wrong', [wrongType], [wrongType], 'TOK-02'],
  ['neither is JSON', [notJson], [notJson], 'TOK-02'],
  ['more is wrong', [wrongType], [wrongType, missing('scope')], undefined],
] satisfies [string, Problem[], Problem[], string | undefined][])
  test(`where ${name} the root cause is ${cause ?? 'its own'}`, () => {
    const own = failed('TOK-08', 200, problems);
    expect(findRootCauses([own, failed('TOK-02', 200, other)], dependsOn).get(own)).toBe(cause);
  });

test('a valid request that fails as its control does is reported under the control, any other is not', () => {
  const own = failed('TOK-08', 500, [rejected, control]);
  const other = failed('TOK-08', 503, [{ kind: 'status', wanted: 400, got: 503 }, control]);

  const more = failed('TOK-08', 500, [{ kind: 'status', wanted: 400, got: 500 }, missing('scope'), control]);
  const both = { ...own, exchanges: [...own.exchanges, ...other.exchanges] };
  const causes = [own, other, more, both].map((one) => findRootCauses([one], dependsOn).get(one));

  expect(causes).toEqual(['TOK-01', undefined, undefined, undefined]);
});

test('a root cause is followed to the requirement that fails on its own account', () => {
  const own = failed('TOK-08', 200, [notJson]);
  const all = [own, failed('TOK-02', 200, [notJson]), failed('TOK-14', 200, [notJson])];

  expect(findRootCauses(all, dependsOn).get(own)).toBe('TOK-14');
  expect(findRootCauses([...all, failed('TOK-02', 500, [rejected])], dependsOn).get(own)).toBe('TOK-02');
});

test('a missing response is explained by a requirement of the status, also where one of the body fails', () => {
  const all = ['TOK-08', 'TOK-02', 'TOK-14'].map((id) => failed(id, 0, [reset]));
  const causes = [all, all.slice(1)].map((own) => [...findRootCauses(own, dependsOn).values()]);
  expect(causes).toEqual([['TOK-02', 'TOK-02'], []]);
});

test('another status, operation or industry is another failure, and so is one of two responses', () => {
  const own = failed('TOK-08', 500, [rejected], 'retail');
  const known = failed('TOK-02', 500, [rejected]);
  expect(findRootCauses([own, known], dependsOn).get(own)).toBe('TOK-02');
  const elsewhere = own.exchanges.map((exchange) => ({ ...exchange, path: '/users/test' }));
  for (const [test, other] of [
    [own, failed('TOK-02', 502, [{ ...rejected, got: 502 }])],
    [own, { ...known, exchanges: elsewhere }],
    [own, failed('TOK-02', 500, [rejected], 'tourism')],
    [failed('TOK-08', 200, [notJson]), failed('TOK-02', 400, [notJson])],
    [{ ...own, exchanges: [...own.exchanges, ...elsewhere] }, known],
  ] as const)
    expect(findRootCauses([test, other], dependsOn).size).toBe(0);
});

/** Returns a finished test of a requirement with the annotations of its run. */
function finished(id: 'TOK-02' | 'TOK-08', status: string, cause: Cause, ...annotations: Annotation[]): FinishedTest {
  recordCause(annotations, cause);
  const test = { title: id, location: { file: 'f', line: 1 }, annotations: covers(id).annotation, results: [] };
  return Object.assign(Object.create(null), { test, result: { status, annotations, retry: 0 } });
}

test('a failure, a warning and an answer are inconclusive where their cause failed; what is waived stays so', () => {
  const breach = { kind: 'breach', ...failed('TOK-08', 200, [notJson]) } as const;
  const all = withRootCauses([
    finished('TOK-02', 'failed', breach),
    finished('TOK-08', 'failed', breach, { type: ANSWER, description: '{}' }),
    finished('TOK-08', 'passed', breach, { type: WARNING, description: 'x' }),
    finished('TOK-08', 'skipped', { kind: 'waived', place: 'x', words: 'x', breach }),
  ]);

  const outcomes = all.map(({ test, result }) => getWorstOutcome(test, result).outcome);
  expect(outcomes).toEqual(['failed', 'inconclusive', 'inconclusive', 'waived']);
  const answers = all.map(({ test, result }) => getTestOutcome(test, result, 'question').outcome);
  expect(answers.slice(1, 2)).toEqual(['inconclusive']);
});

const broken = (id: string, ...exchanges: Partial<BrokenExchange>[]) => {
  const found = exchanges.map((each) => ({ method: 'POST', path: '/x', status: 400, problems: [], ...each }));
  const cause = { kind: 'breach', exchanges: found } as const;
  return { ...of('must', 'failed'), id, tests: [{ title: id, file: 'f', line: 1, outcome: 'failed', cause } as const] };
};

test('one field is one defect, another body another one; first comes what hides most, with a command alone', () => {
  const item = (at: number, line: string) => ({
    problems: [missing(`items/${at}/id`)],
    reproduce: [line],
    status: 200,
  });
  const code: Problem = { kind: 'code', wanted: ['a'], got: 'b' };
  const groups = groupCauses([
    broken('ORD-01', item(0, '. it'), item(1, 'curl it')),
    broken('ORD-02', { body: 'no', problems: [{ ...rejected, got: 400 }] }),
    broken('ORD-03', { body: 'other', problems: [code] }),
    { ...of('must', 'inconclusive'), cause: { kind: 'failed control', requirement: 'ORD-03' } },
  ]);

  expect(groups.map(({ kind, about, reproduce }) => [kind, about, ...reproduce])).toEqual([
    ['error-code', 'a → b'],
    ['field', 'items.*.id', 'curl it'],
    ['rejects-valid', ''],
  ]);
});
