import type { Level } from '#api/requirement';
import { type ComparedRequirement, compareRuns, type RunDocument } from '#cli/compare';
import type { Outcome } from '#results/verdict';
import { expect, long, runCommand, test } from '../tools/fixtures.ts';
import { writeResult } from '../tools/page-document.ts';

const text = 'A token | is issued.';
const row = (outcome: Outcome, level: Level = 'must', id = 'TOK-01') => ({ id, level, text, outcome });
const run = (name: string, verdict: string, ...requirements: ComparedRequirement[]): RunDocument => ({
  ...{ verdict, target: { name }, requirements },
});

const open: readonly Outcome[] = ['waived', 'not exercised', 'inconclusive'];
type Pair = readonly [before: Outcome | undefined, after: Outcome | undefined];
const worse: readonly Pair[] = [
  ...([...open, 'failed', undefined] as const).map((after): Pair => ['passed', after]),
  ...open.map((before): Pair => [before, 'failed']),
];
const notWorse: readonly Pair[] = [
  ...(['passed', 'not exercised', undefined] as const).map((after): Pair => ['failed', after]),
  ...(['failed', 'passed'] as const).map((after): Pair => [undefined, after]),
  ['not exercised', 'inconclusive'],
];

for (const [isWorse, pairs] of [[true, worse] as const, [false, notWorse] as const])
  for (const [before, after] of pairs)
    test(`a must from ${before ?? 'nothing'} to ${after ?? 'nothing'} is ${isWorse ? '' : 'not '}worse`, () => {
      const of = (outcome: Outcome | undefined) => run('t', 'x', ...(outcome ? [row(outcome)] : []));

      const [change] = compareRuns(of(before), of(after));

      expect([change?.before, change?.after, change?.isWorse]).toEqual([before, after, isWorse]);
    });

test('a test that changes or is new is a change, where its requirement fails as before', () => {
  const of = (...outcomes: Outcome[]) =>
    run('t', 'x', { ...row('failed'), tests: outcomes.map((outcome, index) => ({ title: `test ${index}`, outcome })) });

  const changes = compareRuns(of('failed', 'failed', 'passed'), of('failed', 'passed', 'failed', 'failed'));

  const lines = changes.map(({ text, before, after, isWorse }) => `${text} ${before} ${after} ${isWorse}`);
  expect(lines).toEqual(['test 1 failed passed false', 'test 2 passed failed true', 'test 3 undefined failed false']);
});

test('a failed test that fails for one more field is worse, and one that fails for another instead is a change', () => {
  const of = (...fields: string[]) => {
    const problems = fields.map((field) => ({ kind: 'fact', wanted: '', got: 'is lost', field }) as const);
    const cause = { kind: 'breach', exchanges: [{ method: 'POST', path: '/', status: 201, problems }] } as const;
    return run('t', 'x', { ...row('failed'), tests: [{ title: 'a test', outcome: 'failed', cause }] });
  };

  expect(compareRuns(of('/a'), of('/a', '/b/0/c'))).toMatchObject([{ text: 'a test: also /b/0/c', isWorse: true }]);
  const other = { text: expect.stringMatching(/^a test: .*\/d instead of \/a$/), after: 'failed', isWorse: false };
  for (const fields of [['/a'], ['/a', '/b']])
    expect(compareRuns(of(...fields), of('/b', '/d'))).toMatchObject([other]);
  expect(compareRuns(of('/a', '/b'), of('/a'))).toEqual([]);
});

test('a should and a question never get worse, but a must that became a should does', () => {
  const isWorse = (before: Level, after: Level) =>
    compareRuns(run('t', 'x', row('passed', before)), run('t', 'x', row('failed', after)))[0]?.isWorse;

  expect(isWorse('should', 'should')).toBe(false);
  expect(isWorse('question', 'question')).toBe(false);
  expect(isWorse('must', 'should')).toBe(true);
});

function compare(before: object, after: object) {
  return runCommand('compare', [writeResult(before), writeResult(after)]);
}

const first = run('sdk 1', 'CONFORMANT', row('passed'), row('passed', 'should', 'TOK-40'));

test('a must that got worse ends with 1 and is in the table with what else changed', async () => {
  const later = run('sdk 2', 'NON-CONFORMANT', row('failed'), row('answered', 'question', 'TOK-60'));

  const { code, stdout } = await compare(first, later);

  expect(code).toBe(1);
  expect(stdout.trim().split('\n')).toEqual([
    '|        | level    | requirement           | before    | after             |       |',
    '| ------ | -------- | --------------------- | --------- | ----------------- | ----- |',
    '| TOK-01 | must     | A token \\| is issued. | passed    | failed            | worse |',
    '| TOK-60 | question | A token \\| is issued. | none: new | recorded          |       |',
    '| TOK-40 | should   | A token \\| is issued. | passed    | none: disappeared |       |',
    '',
    '3 changed, 1 of them a must that got worse: TOK-01.',
    'sdk 1 CONFORMANT → sdk 2 NON-CONFORMANT',
  ]);
});

test('changes without a must that got worse, and no changes, end with 0', long, async () => {
  const changed = await compare(first, run('sdk 2', 'CONFORMANT', row('passed'), row('warned', 'should', 'TOK-40')));
  const same = await compare(first, first);

  expect([changed.code, same.code]).toEqual([0, 0]);
  expect(changed.stdout).toContain('| TOK-40 | should | A token \\| is issued. | passed | warned |');
  expect(changed.stdout).toContain('1 changed, 0 of them a must that got worse.');
  expect(same.stdout).toBe('0 changed, 0 of them a must that got worse.\nsdk 1 CONFORMANT → sdk 1 CONFORMANT\n');
});

test('an unknown outcome ends with 2 and one sentence on stderr', long, async () => {
  const unknown = { ...first, requirements: [{ ...row('passed'), outcome: 'good' }] };

  const { code, stdout, stderr } = await compare(first, unknown);

  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^.*\/requirements\/0\/outcome must be one of \["passed",.*\n$/);
});
