import { expect, test } from '@playwright/test';
import { outsideOf, type Sets, sets, sinceOf } from '#api/sets';
import { countsOf, judge, verdictOf } from '#results/verdict';
import { sha256 } from '#run/digest';
import { clientRegister } from '#tests/client/register';
import { register } from '#tests/register';
import { setsText } from '../docs/sets-text.ts';
import { ownFolder } from '../tools/own-folder.ts';
import { runCommand } from '../tools/run-command.ts';

const all: Sets = { '0.1': { A: 'must' }, '0.2': { A: 'must', B: 'must' } };

test('a run without REQUIREMENTS judges every requirement, a run with it those of that set', () => {
  expect(['A', 'B', 'C'].map((id) => sinceOf(id, all))).toEqual(['0.1', '0.2', 'next']);
  expect(['A', 'B', 'C'].map((id) => outsideOf('', id, all))).toEqual([undefined, undefined, undefined]);
  expect(['A', 'B', 'C'].map((id) => outsideOf('0.1', id, all))).toEqual([
    undefined,
    'it is not in the set 0.1',
    'it is not in the set 0.1',
  ]);
});

test('a release adds a set and changes none', () => {
  const released: Sets = JSON.parse(setsText(all, '0.3'));

  expect(released['0.2']).toEqual(all['0.2']);
  expect(released['0.3']).toMatchObject({ 'TOK-02': 'must' });
  expect(() => setsText(all, '0.2')).toThrow(
    '--release is "0.2". Expected a version that is not released yet, such as 0.9. Released: 0.1, 0.2.',
  );
});

/** The digest of every released set. Add one with each release. Never change one: add a row with a new id instead. */
const digests: Readonly<Record<string, string>> = {
  '0.1': '0f021308aa1ad027810ec94331d9bccb3515a30a504c733d6b102f06723c9050',
};

test('no requirement of a released set was added, removed or changed', () => {
  const rows = [...register, ...clientRegister];
  const contentOf = (ids: readonly string[]) =>
    rows
      .filter(({ id }) => ids.includes(id))
      .map(({ id, level, section, text, because = '', needs = [] }) => [
        id,
        level,
        section,
        text,
        because,
        needs,
      ])
      .sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
  const found = Object.entries(sets).map(([name, set]) => [
    name,
    sha256(JSON.stringify(contentOf(Object.keys(set)))),
  ]);

  expect(Object.fromEntries(found)).toEqual(digests);
});

test('a requirement outside of the set is not in the verdict', () => {
  const row = { endpoint: 'instore-orders', section: '7', level: 'must', text: 'x' } as const;
  const of = (id: string, outcome: 'passed' | 'failed', aside = {}) => ({
    ...judge({ id, ...row }, [{ title: 't', file: 'f', line: 1, outcome }]),
    ...aside,
  });
  const outside = { aside: { kind: 'outside', words: 'it is not in the set 0.1' } } as const;

  expect(verdictOf([of('A', 'passed'), of('B', 'failed', outside)])).toBe('CONFORMANT');
  expect(countsOf([of('A', 'passed'), of('B', 'failed', outside)]).must).toMatchObject({
    passed: 1,
    failed: 0,
  });
  expect(verdictOf([of('A', 'passed'), of('B', 'failed')])).toBe('NON-CONFORMANT');
});

test('REQUIREMENTS rejects an unknown set and accepts the deprecated name of one', {
  tag: '@long',
}, async () => {
  const run = (REQUIREMENTS: string) =>
    runCommand('run', ['--list', '--grep=@ORD-10'], { REPORTS_DIR: ownFolder(), REQUIREMENTS });
  const [unknown, deprecated] = await Promise.all([run('1999-01'), run('2026-11')]);

  expect(unknown).toMatchObject({ code: 4, stdout: '' });
  expect(unknown.stderr).toMatch(/^REQUIREMENTS is "1999-01": set it to one of 0\.1\.$/m);
  expect(deprecated.code).toBe(0);
  expect(deprecated.stderr).toContain('REQUIREMENTS=2026-11 is deprecated. Use REQUIREMENTS=0.1.');
});
