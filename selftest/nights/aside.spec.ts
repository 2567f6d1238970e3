import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { outsideOf, type Sets, sets, sinceOf, untilOf, usualSet } from '../../suite/core/sets.ts';
import { countsOf, judge, verdictOf } from '../../suite/results/verdict.ts';
import { clientRegister } from '../../tests/client/register.ts';
import { register } from '../../tests/register.ts';
import { setsText } from '../docs/sets-text.ts';
import { ownFolder } from '../tools/own-folder.ts';
import { runCommand } from '../tools/run-command.ts';
import { runSuite } from '../tools/run-suite.ts';
import { challenges } from '../tools/waivers-folder.ts';

const all: Sets = { '2026-11': { A: 'must', B: 'must' }, '2027-05': { A: 'must', C: 'must' } };

test('a row counts since a set and until one, and is provisional before the first', () => {
  expect(['A', 'B', 'C', 'D'].map((id) => [sinceOf(id, all), untilOf(id, all)])).toEqual([
    ['2026-11', undefined],
    ['2026-11', '2026-11'],
    ['2027-05', undefined],
    ['next', undefined],
  ]);
  expect(usualSet(all)).toBe('2027-05');
  expect(['A', 'B', 'C', 'D'].map((id) => outsideOf('2026-11', id, all))).toEqual([
    undefined,
    undefined,
    'it counts from the set 2027-05 on',
    'provisional: it counts from the next set on',
  ]);
  expect(outsideOf('2027-05', 'B', all)).toBe('it counted until the set 2026-11');
});

test('a release adds a set and changes none', () => {
  const released: Sets = JSON.parse(setsText(all, '2027-11', ['TOK-01']));

  expect(released['2027-05']).toEqual(all['2027-05']);
  expect(released['2027-11']).toMatchObject({ 'TOK-02': 'must' });
  expect(released['2027-11']).not.toHaveProperty('TOK-01');
  expect(() => setsText(all, '2027-05', [])).toThrow(
    'name a year and a month after 2027-05, which never changes',
  );
});

test('no row of a released set has left the register or changed its level', () => {
  const levels = new Map([...register, ...clientRegister].map(({ id, level }) => [id, level]));
  const gone = Object.values(sets).flatMap((rows) =>
    Object.entries(rows).filter(([id, level]) => levels.get(id) !== level),
  );

  expect(gone).toEqual([]);
});

test('what is challenged or of another set is not in the verdict, and the word conformant does not hide a challenge', () => {
  const row = { endpoint: 'instore-orders', section: '7', level: 'must', text: 'x' } as const;
  const of = (id: string, outcome: 'passed' | 'failed', kind?: 'challenged' | 'outside') => ({
    ...judge({ id, ...row }, [{ title: 't', file: 'f', line: 1, outcome }]),
    ...(kind ? { aside: { kind, words: 'why' } } : {}),
  });

  const provisional = [of('A', 'passed'), of('B', 'failed', 'outside')];
  const challenged = [of('A', 'passed'), of('B', 'failed', 'challenged')];

  expect(verdictOf(provisional)).toBe('CONFORMANT');
  expect(verdictOf(challenged)).toBe('CONFORMANT with 1 challenge');
  expect(countsOf(challenged).must).toMatchObject({ passed: 1, failed: 0 });
});

const challenge = {
  requirement: 'ORD-10',
  argument: 'A gateway answers before the service does.',
  by: 'Orders team',
  date: '2026-11-15',
  state: 'open',
};

test('an open challenge is told on the first screen and leaves the broken row out; a rejected one does not', {
  tag: '@long',
}, async () => {
  const fault = { MOCK_FAULT: 'order-no-number-code' };
  const rejected = { ...challenge, state: 'rejected', answer: 'Section 7 lists the code.' };

  const [open, shut] = await Promise.all([
    runSuite({ ...fault, ...challenges('embedded', challenge) }, '--project=instore-orders'),
    runSuite({ ...fault, ...challenges('embedded', rejected) }, '--project=instore-orders'),
  ]);

  const document = open.document();
  const row = document.requirements.find(({ id }) => id === 'ORD-10');
  expect([open.code, document.verdict, row?.outcome]).toEqual([0, 'INCOMPLETE', 'warned']);
  expect(row?.aside).toEqual({ kind: 'challenged', words: expect.stringContaining(challenge.argument) });
  expect(document.decision.words).toContain('challenged, so not in the verdict: ORD-10');
  expect(open.output).toContain('CHALLENGED ORD-10 (must, section 7)');
  expect(readFileSync(path.join(open.reports, 'conformance.html'), 'utf8')).toContain('id="challenges"');
  expect([shut.code, shut.document().verdict]).toEqual([1, 'NON-CONFORMANT']);
});

for (const { what, row, says } of [
  {
    what: 'no argument',
    row: { ...challenge, argument: '' },
    says: '/challenges/0/argument must NOT have fewer',
  },
  {
    what: 'no answer',
    row: { ...challenge, state: 'accepted' },
    says: "must have required property 'answer'",
  },
  {
    what: 'no such row',
    row: { ...challenge, requirement: 'ORD-99' },
    says: 'ORD-99 is challenged, and is no must',
  },
])
  test(`a challenge with ${what} ends the run in one sentence`, { tag: '@long' }, async () => {
    const run = await runCommand('run', ['--grep=@ORD-10'], {
      REPORTS_DIR: ownFolder(),
      ...challenges('embedded', row),
    });

    expect([run.code, run.stderr.trim().split('\n').length]).toEqual([4, 1]);
    expect(run.stderr).toContain(says);
  });

test('a set that was not released is one sentence', { tag: '@long' }, async () => {
  const run = await runCommand('run', [], { REPORTS_DIR: ownFolder(), REQUIREMENTS: '1999-01' });

  expect(run).toMatchObject({ code: 4, stdout: '' });
  expect(run.stderr).toMatch(/^REQUIREMENTS is "1999-01": set it to one of /);
});
