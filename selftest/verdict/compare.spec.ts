import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { Level } from '#api/requirement';
import { type ComparedRequirement, compareRuns, type RunDocument } from '#cli/compare';
import type { Outcome } from '#results/outcome';
import { ownFolder } from '../tools/own-folder.ts';
import { runCommand } from '../tools/run-command.ts';

const row = (outcome: Outcome, level: Level = 'must', id = 'TOK-01'): ComparedRequirement => ({
  id,
  level,
  text: 'A token | is issued.',
  outcome,
});
const run = (name: string, verdict: string, ...requirements: ComparedRequirement[]): RunDocument => ({
  verdict,
  target: { name },
  requirements,
});

const musts: [Outcome | undefined, Outcome | undefined, 'worse' | 'not worse'][] = [
  ['passed', 'failed', 'worse'],
  ['passed', 'waived', 'worse'],
  ['passed', 'not exercised', 'worse'],
  ['passed', 'inconclusive', 'worse'],
  ['passed', undefined, 'worse'],
  ['waived', 'failed', 'worse'],
  ['not exercised', 'failed', 'worse'],
  ['inconclusive', 'failed', 'worse'],
  ['failed', 'passed', 'not worse'],
  ['failed', 'not exercised', 'not worse'],
  ['failed', undefined, 'not worse'],
  ['not exercised', 'inconclusive', 'not worse'],
  ['waived', 'passed', 'not worse'],
  [undefined, 'failed', 'not worse'],
  [undefined, 'passed', 'not worse'],
];

for (const [before, after, wanted] of musts) {
  test(`a must from ${before ?? 'nothing'} to ${after ?? 'nothing'} is ${wanted}`, () => {
    const of = (outcome: Outcome | undefined) => run('t', 'x', ...(outcome ? [row(outcome)] : []));

    const [change] = compareRuns(of(before), of(after));

    expect([change?.before, change?.after, change?.isWorse]).toEqual([before, after, wanted === 'worse']);
  });
}

test('an outcome that stays is no change', () => {
  expect(compareRuns(run('t', 'x', row('failed')), run('t', 'x', row('failed')))).toEqual([]);
});

test('a test that changes is a change, where its requirement stays as it was', () => {
  const of = (...outcomes: Outcome[]) =>
    run('t', 'x', { ...row('failed'), tests: outcomes.map((outcome, index) => ({ title: `test ${index}`, outcome })) });

  const changes = compareRuns(of('failed', 'failed', 'passed'), of('failed', 'passed', 'failed'));

  expect(changes.map(({ text, after, isWorse }) => [text, after, isWorse])).toEqual([
    ['test 1', 'passed', false],
    ['test 2', 'failed', true],
  ]);
});

test('a should and a question never get worse, but a must that became a should does', () => {
  const worse = (before: Level, after: Level) =>
    compareRuns(run('t', 'x', row('passed', before)), run('t', 'x', row('failed', after)))[0]?.isWorse;

  expect([worse('should', 'should'), worse('question', 'question'), worse('must', 'should')]).toEqual([
    false,
    false,
    true,
  ]);
});

/** The files of two runs. */
function files(before: object, after: object): [string, string] {
  const folder = ownFolder('compare');
  const [a, b] = [path.join(folder, 'a.json'), path.join(folder, 'b.json')];
  writeFileSync(a, JSON.stringify(before));
  writeFileSync(b, JSON.stringify(after));
  return [a, b];
}

const compare = (...args: string[]) => runCommand('compare', args);
const first = run('sdk 1', 'CONFORMANT', row('passed'), row('passed', 'should', 'TOK-40'));

test('a must that got worse ends with 1 and stands in the table with what else changed', async () => {
  const later = run('sdk 2', 'NON-CONFORMANT', row('failed'), row('answered', 'question', 'TOK-60'));

  const { code, stdout } = await compare(...files(first, later), '--markdown');

  expect(code).toBe(1);
  expect(stdout.trim().split('\n')).toEqual([
    '| | level | requirement | before | after | |',
    '| - | - | - | - | - | - |',
    '| TOK-01 | must | A token \\| is issued. | passed | failed | worse |',
    '| TOK-60 | question | A token \\| is issued. | none: new | answered | |',
    '| TOK-40 | should | A token \\| is issued. | passed | none: disappeared | |',
    '',
    '3 changed, 1 of them a must that got worse: TOK-01.',
    'sdk 1 CONFORMANT → sdk 2 NON-CONFORMANT',
  ]);
});

test('changes without a must that got worse end with 0, in a grid', { tag: '@long' }, async () => {
  const later = run('sdk 2', 'CONFORMANT', row('passed'), row('warned', 'should', 'TOK-40'));

  const { code, stdout } = await compare(...files(first, later));

  expect(code).toBe(0);
  expect(stdout).toMatch(/│ TOK-40 │ should +│ A token \| is issued\. +│ passed +│ warned +│ +│/);
  expect(stdout).toContain('1 changed, 0 of them a must that got worse.');
});

test('two equal runs end with 0', { tag: '@long' }, async () => {
  const { code, stdout } = await compare(...files(first, first));

  expect(code).toBe(0);
  expect(stdout).toBe('0 changed, 0 of them a must that got worse.\nsdk 1 CONFORMANT → sdk 1 CONFORMANT\n');
});

const wrong = [
  {
    name: 'no file',
    args: () => ['/nowhere/a.json', '/nowhere/b.json'],
    sentence: 'cannot be read (ENOENT)',
  },
  {
    name: 'one file',
    args: () => files(first, first).slice(0, 1),
    sentence: "Missing required argument 'after'. Use --help.",
  },
  {
    name: 'another JSON file',
    args: () => files(first, {}),
    sentence: "must have required property 'verdict'",
  },
  {
    name: 'an outcome that is none',
    args: () => files(first, { ...first, requirements: [{ ...row('passed'), outcome: 'good' }] }),
    sentence: '/requirements/0/outcome must be equal to one of the allowed values',
  },
];

for (const { name, args, sentence } of wrong) {
  test(`${name} ends with 2 and one sentence on stderr`, {
    tag: name === 'no file' ? [] : '@long',
  }, async () => {
    const { code, stdout, stderr } = await compare(...args());

    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
}
