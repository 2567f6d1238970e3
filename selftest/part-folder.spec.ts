import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { getReportsFolder } from '#run/partial-run';
import { runSuite } from './tools/run-suite.ts';

const whole = '{"selection": {"tests": 372, "of": 372}}';

function reportsWith(result: string): string {
  const reports = mkdtempSync(path.join(tmpdir(), 'selftest-part-'));
  writeFileSync(path.join(reports, 'conformance.json'), result);
  return reports;
}

test('a filtered run writes next to the result of a whole run, whatever selects it', () => {
  const reports = reportsWith(whole);
  const isBeside = (said: string) => getReportsFolder(['node', 'cli', ...said.split(' ')], reports) !== reports;

  for (const said of [
    'test --grep @TOK-29',
    'test -g @TOK-29',
    'test --grep-invert=almost',
    'test --project oauth-token',
    'test --last-failed',
    'test --workers 2 tests/oauth-token',
    'test -x token-response.spec.ts:12',
  ])
    expect(isBeside(said), said).toBe(true);
  for (const said of ['test', 'test --workers 2', 'test -j 2 --repeat-each=3', 'merge-reports folder'])
    expect(isBeside(said), said).toBe(false);
});

test('an option of Playwright with a value selects nothing, but for those that do', { tag: '@long' }, () => {
  const reports = reportsWith(whole);
  const { stdout } = spawnSync('npx', ['playwright', 'test', '--help'], { encoding: 'utf8' });

  const options = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+) [<[]/gm)].map(([, option = '']) => option);
  const selecting = options.filter(
    (option) => getReportsFolder(['node', 'cli', 'test', option, 'value'], reports) !== reports,
  );

  const sentence = 'adapt src/run/process/command-line.ts to the options of this version of Playwright';
  expect(options.length, sentence).toBeGreaterThan(20);
  expect(selecting, sentence).toEqual([
    ...['--grep', '--grep-invert', '--only-changed', '--project', '--test-list', '--test-list-invert'],
  ]);
});

test('a part writes to the folder itself where no whole run ended in it', () => {
  const part = ['node', 'cli', 'test', '--grep=@TOK-29'];
  for (const result of [
    '{"selection": {"tests": 4, "of": 372}}',
    '{"selection": {"tests": 372, "of": 372}, "unfinished": "did not end"}',
    'no JSON',
  ]) {
    const reports = reportsWith(result);
    expect(getReportsFolder(part, reports), result).toBe(reports);
  }
});

test('what a part leaves out is one number, and the whole result stays as it is', { tag: '@long' }, async () => {
  const REPORTS_DIR = reportsWith(whole);

  const run = await runSuite({ REPORTS_DIR }, '--project=instore-orders', '--grep=@ORD-10');

  expect(run.code).toBe(0);
  expect(readFileSync(path.join(REPORTS_DIR, 'conformance.json'), 'utf8')).toBe(whole);
  for (const text of [run.output, readFileSync(path.join(REPORTS_DIR, 'part/summary.md'), 'utf8')]) {
    expect(text).toMatch(/Not selected, or not with all their tests: \d+ of \d+ musts\./);
    expect(text).not.toContain('PRF-01');
  }
  expect(run.output).toContain(`The reports of the last whole run stay in ${REPORTS_DIR}.`);
  expect(existsSync(path.join(REPORTS_DIR, 'test-results/.last-run.json'))).toBe(true);
});
