import { expect, test } from '@playwright/test';
import type { Level } from '#api/requirement';
import type { Outcome } from '#results/outcome';
import { completeEndpoints, hasAllTests } from '#results/selection';
import { computeVerdict, judgeRequirement } from '#results/verdict';

const of = (level: Level, ...outcomes: Outcome[]) =>
  judgeRequirement(
    { id: 'ORD-10', endpoint: 'instore-orders', section: '7', level, text: 'x' },
    outcomes.map((outcome) => ({ title: 't', file: 'f', line: 1, outcome })),
  );

const amounts: [Level, Outcome[], Outcome][] = [
  ['must', ['passed', 'waived'], 'waived'],
  ['must', ['waived', 'failed'], 'failed'],
  ['must', ['waived', 'inconclusive', 'not exercised'], 'waived'],
  ['should', ['warned', 'waived'], 'waived'],
];

for (const [level, tests, outcome] of amounts) {
  test(`a ${level} whose tests are ${tests.join(', ')} is ${outcome}`, () => {
    expect(of(level, ...tests).outcome).toBe(outcome);
  });
}

const verdicts = [
  { rows: [of('must', 'passed'), of('must', 'waived')], verdict: 'CONFORMANT with 1 waiver' },
  { rows: [of('must', 'passed'), of('should', 'waived')], verdict: 'CONFORMANT with 1 waiver' },
  {
    rows: [of('must', 'waived'), of('must', 'passed'), of('should', 'waived')],
    verdict: 'CONFORMANT with 2 waivers',
  },
  { rows: [of('must', 'waived'), of('must', 'not exercised')], verdict: 'INCOMPLETE' },
  { rows: [of('must', 'waived'), of('must', 'failed')], verdict: 'NON-CONFORMANT' },
];

for (const { rows, verdict } of verdicts) {
  test(`${rows.map(({ level, outcome }) => `a ${level} ${outcome}`).join(', ')} is ${verdict}`, () => {
    expect(computeVerdict(rows)).toBe(verdict);
  });
}

const everything = { wanted: { tests: 1, of: { 'ORD-10': 1 } } };
const complete = ['instore-orders'];

const selections = [
  { name: 'a whole operation', rows: [of('must', 'passed')], selection: everything, wanted: complete },
  {
    name: 'a state that cannot be had',
    rows: [of('must', 'not exercised')],
    selection: everything,
    wanted: complete,
  },
  {
    name: 'a target out of reach',
    rows: [of('must', 'passed', 'inconclusive')],
    selection: everything,
    wanted: [],
  },
  {
    name: 'a row without a test',
    rows: [of('must', 'passed'), of('must')],
    selection: everything,
    wanted: [],
  },
  {
    name: 'one of two tests',
    rows: [of('must', 'passed')],
    selection: { wanted: { tests: 2, of: { 'ORD-10': 2 } } },
    wanted: [],
  },
  {
    name: 'one of two tests, twice',
    rows: [of('must', 'passed', 'passed')],
    selection: { wanted: { tests: 2, of: { 'ORD-10': 2 } } },
    wanted: [],
  },
  {
    name: 'a shard of two',
    rows: [of('must', 'passed')],
    selection: { ...everything, part: { of: 2, present: [1] } },
    wanted: [],
  },
];

for (const { name, rows, selection, wanted } of selections) {
  test(`a run with ${name} has asked ${wanted.length > 0 ? 'everything' : 'a part'}`, () => {
    expect(completeEndpoints(rows, selection)).toEqual(wanted);
  });
}

test('a run has every test of a requirement where it has as many different ones as the suite', () => {
  const row = of('must', 'passed', 'passed'); // one test, run twice

  expect(hasAllTests({ tests: 1, of: { 'ORD-10': 1 } })(row)).toBe(true);
  expect(hasAllTests({ tests: 2, of: { 'ORD-10': 2 } })(row)).toBe(false);
});
