import { expect, test } from '@playwright/test';
import type { Level, RegisteredRequirement } from '#api/requirement';
import type { Outcome } from '#results/outcome';
import { computeVerdict, countOutcomes, hasExercisedTests, judgeRequirement } from '#results/verdict';

const row = (level: Level): RegisteredRequirement => ({
  id: 'TOK-01',
  endpoint: 'oauth-token',
  section: '2',
  level,
  text: 'x',
});
const of = (level: Level, ...outcomes: Outcome[]) =>
  judgeRequirement(
    row(level),
    outcomes.map((outcome) => ({ title: 't', file: 'f', line: 1, outcome })),
  );

const amounts: [Level, Outcome[], Outcome][] = [
  ['must', ['passed', 'passed'], 'passed'],
  ['must', ['passed', 'failed', 'not exercised'], 'failed'],
  ['must', ['passed', 'not exercised'], 'not exercised'],
  ['must', ['not exercised', 'inconclusive'], 'inconclusive'],
  ['must', [], 'not exercised'],
  ['should', ['passed', 'warned', 'inconclusive'], 'warned'],
  ['should', ['passed', 'failed', 'warned'], 'failed'],
  ['question', ['not exercised', 'answered'], 'answered'],
  ['question', ['inconclusive'], 'inconclusive'],
];

for (const [level, tests, outcome] of amounts) {
  test(`a ${level} whose tests are ${tests.join(', ') || 'none'} is ${outcome}`, () => {
    expect(of(level, ...tests).outcome).toBe(outcome);
  });
}

const verdicts = [
  {
    rows: [of('must', 'passed'), of('should', 'warned'), of('question', 'inconclusive')],
    verdict: 'CONFORMANT',
  },
  {
    rows: [of('must', 'passed'), of('must', 'failed'), of('must', 'not exercised')],
    verdict: 'NON-CONFORMANT',
  },
  { rows: [of('must', 'passed'), of('must', 'not exercised')], verdict: 'INCOMPLETE' },
  { rows: [of('must', 'passed'), of('must', 'inconclusive')], verdict: 'INCOMPLETE' },
  { rows: [of('should', 'passed')], verdict: 'INCOMPLETE' },
  { rows: [], verdict: 'INCOMPLETE' },
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

test('what stands on a failed control is no milder where the requirement of the control was not run', () => {
  const because = { kind: 'failed control', requirement: 'TOK-01' } as const;
  const standing = { ...of('must', 'inconclusive'), id: 'TOK-21', cause: because };

  expect(computeVerdict([standing])).toBe('NON-CONFORMANT');
  expect(computeVerdict([standing, of('must', 'not exercised')])).toBe('NON-CONFORMANT');
  expect(computeVerdict([standing, of('must', 'waived')])).toBe('INCOMPLETE');
});
