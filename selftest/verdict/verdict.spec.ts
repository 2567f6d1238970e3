import { expect, test } from '@playwright/test';
import type { Level } from '#api/requirement';
import { completeEndpoints, hasAllTests } from '#results/selection';
import type { Outcome } from '#results/verdict';
import { computeVerdict, countOutcomes, hasExercisedTests, judgeRequirement } from '#results/verdict';

const of = (level: Level, ...outcomes: Outcome[]) =>
  judgeRequirement(
    { id: 'ORD-10', endpoint: 'instore-orders', section: '7', level, text: 'x' },
    outcomes.map((outcome) => ({ title: 't', file: 'f', line: 1, outcome })),
  );

const amounts: [Level, Outcome[], Outcome][] = [
  ['must', ['passed', 'passed'], 'passed'],
  ['must', ['passed', 'failed', 'not exercised'], 'failed'],
  ['must', ['passed', 'not exercised'], 'not exercised'],
  ['must', ['not exercised', 'inconclusive'], 'inconclusive'],
  ['must', [], 'not exercised'],
  ['must', ['passed', 'waived'], 'waived'],
  ['must', ['waived', 'failed'], 'failed'],
  ['must', ['waived', 'inconclusive', 'not exercised'], 'waived'],
  ['should', ['passed', 'warned', 'inconclusive'], 'warned'],
  ['should', ['passed', 'failed', 'warned'], 'failed'],
  ['should', ['warned', 'waived'], 'waived'],
  ['question', ['not exercised', 'answered'], 'answered'],
  ['question', ['inconclusive'], 'inconclusive'],
];

for (const [level, tests, outcome] of amounts) {
  test(`a ${level} whose tests are ${tests.join(', ') || 'none'} is ${outcome}`, () => {
    expect(of(level, ...tests).outcome).toBe(outcome);
  });
}

const waived = of('must', 'waived');
const passed = of('must', 'passed');
const verdicts = [
  { verdict: 'CONFORMANT', rows: [passed, of('should', 'warned'), of('question', 'inconclusive')] },
  { verdict: 'CONFORMANT with 1 waiver', rows: [passed, waived] },
  { verdict: 'CONFORMANT with 1 waiver', rows: [passed, of('should', 'waived')] },
  { verdict: 'CONFORMANT with 2 waivers', rows: [waived, passed, of('should', 'waived')] },
  { verdict: 'NON-CONFORMANT', rows: [passed, of('must', 'failed'), of('must', 'not exercised')] },
  { verdict: 'NON-CONFORMANT', rows: [waived, of('must', 'failed')] },
  { verdict: 'INCOMPLETE', rows: [waived, of('must', 'not exercised')] },
  { verdict: 'INCOMPLETE', rows: [passed, of('must', 'not exercised')] },
  { verdict: 'INCOMPLETE', rows: [passed, of('must', 'inconclusive')] },
  { verdict: 'INCOMPLETE', rows: [of('should', 'passed')] },
  { verdict: 'INCOMPLETE', rows: [] },
];

for (const { rows, verdict } of verdicts) {
  test(`${rows.map(({ level, outcome }) => `a ${level} ${outcome}`).join(', ') || 'nothing'} is ${verdict}`, () => {
    expect(computeVerdict(rows)).toBe(verdict);
  });
}

test('a run of nothing but skips has exercised nothing', () => {
  expect(hasExercisedTests([of('must', 'not exercised'), of('should', 'inconclusive')])).toBe(false);
  expect(hasExercisedTests([of('must', 'not exercised'), of('question', 'answered')])).toBe(true);
});

test('the counts tell levels and outcomes apart', () => {
  const { must, should } = countOutcomes([of('must', 'failed'), of('must', 'failed'), of('should', 'warned')]);

  expect([must.failed, must.passed, should.warned, should.failed]).toEqual([2, 0, 1, 0]);
});

test('a failed control violates its requirement where that was not run, and not where it is waived', () => {
  const cause = { kind: 'failed control', requirement: 'ORD-10' } as const;
  const blocked = { ...of('must', 'inconclusive'), id: 'ORD-21', cause };

  expect(computeVerdict([blocked])).toBe('NON-CONFORMANT');
  expect(computeVerdict([blocked, of('must', 'not exercised')])).toBe('NON-CONFORMANT');
  expect(computeVerdict([blocked, waived])).toBe('INCOMPLETE');
});

const one = { wanted: { tests: 1, of: { 'ORD-10': 1 } } };
const two = { wanted: { tests: 2, of: { 'ORD-10': 2 } } };
for (const [name, isComplete, selection, ...rows] of [
  ['a whole operation', true, one, passed],
  ['a state that the target cannot provide', true, one, of('must', 'not exercised')],
  ['a target out of reach', false, one, of('must', 'passed', 'inconclusive')],
  ['a row without a test', false, one, passed, of('must')],
  ['one of two tests', false, two, passed],
  ['one of two tests, twice', false, two, of('must', 'passed', 'passed')],
  ['a shard of two', false, { ...one, part: { of: 2, present: [1] } }, passed],
] as const) {
  test(`a run with ${name} has asked ${isComplete ? 'everything' : 'a part'}`, () => {
    expect(completeEndpoints(rows, selection)).toEqual(isComplete ? ['instore-orders'] : []);
  });
}

test('a run has every test of a requirement where it has as many different ones as the suite', () => {
  const row = of('must', 'passed', 'passed'); // one test, run twice

  expect(hasAllTests(one.wanted)(row)).toBe(true);
  expect(hasAllTests(two.wanted)(row)).toBe(false);
});
