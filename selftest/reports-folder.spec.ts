import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { summary } from '#reporters/summary';
import { beginResult } from '#results/unfinished';
import { getWholeRunFolder } from '#run/partial-run';
import { isPlaywrightOption } from '#run/process/command-line';
import { createRunContext } from '#run/process/sources';
import { readSettings } from '#run/settings/settings';
import { getReportsFolder } from '#run/start';
import selections from './selections.json' with { type: 'json' };
import { fileWith, folderWith, long, ownFolder, readResult, runCommand, runSuite, slow } from './tools/fixtures.ts';
import { type Answered, runBehindFront, type Seen } from './tools/front.ts';
import { musts } from './tools/page-document.ts';
import { start } from './tools/started.ts';

const orders = '--project=instore-orders';
const made = ['badge.json', 'conformance.html', 'allure.html', 'statement.jws', 'part'];

test('a killed run leaves a result that did not end, and its folder to the next one', slow, async () => {
  const reports = folderWith(Object.fromEntries(['conformance.json', ...made].map((name) => [name, 'CONFORMANT'])));
  const file = path.join(reports, 'conformance.json');
  const { child } = start(['node_modules/.bin/playwright', 'test', orders], { REPORTS_DIR: reports });
  await expect(() => expect(readFileSync(file, 'utf8')).toContain('did not finish')).toPass();

  const second = await runSuite({ REPORTS_DIR: reports }, orders);
  child.kill('SIGKILL');
  await once(child, 'close');

  expect(second.code).toBe(4);
  expect(second.output).toMatch(/^Another run is writing its reports to \S+ \(see .*\)\. Set REPORTS_DIR to .*\.\n$/);
  const gate = await runCommand('gate', [file, '--allow-incomplete']);
  expect(gate.code).toBe(4);
  expect(gate.stdout).toContain('did not finish');
  expect(made.filter((name) => existsSync(path.join(reports, name)))).toEqual([]);
  expect((await runSuite({ REPORTS_DIR: reports }, orders, '--grep=@ORD-01')).code).toBe(0);
  expect(JSON.parse(readFileSync(file, 'utf8')).unfinished).toBeUndefined();
});

test('a run that cannot write its result asks nothing, in one sentence', long, async () => {
  const { code, output } = await runSuite({ REPORTS_DIR: fileWith('file', '') }, orders);

  expect(code).toBe(4);
  expect(output).toMatch(/^\S+ cannot be written \(\w+\)\. Set REPORTS_DIR, or free the disk\.\n$/);
});

test('a run whose private folder is swept away is red for itself, and no must failed', slow, async () => {
  const TMPDIR = ownFolder('swept');
  const change = ({ method }: Seen, response: Answered) => {
    if (method === 'DELETE')
      for (const name of readdirSync(TMPDIR)) rmSync(path.join(TMPDIR, name), { recursive: true });
    return response;
  };

  const { code, output, document } = await runBehindFront({ change }, { TMPDIR }, orders);

  const { verdict, counts } = document();
  expect([code, verdict, counts.must.failed]).toEqual([1, 'INCOMPLETE', 0]);
  expect(output).toMatch(/\nRED: INCOMPLETE: (?:internal error of the suite|the process of this test ended)/);
});

test('a run whose reports are incomplete fails', long, async () => {
  const REPORTS_DIR = folderWith({ 'conformance.schema.json/in-the-way': '' });
  const { code, output } = await runSuite({ REPORTS_DIR }, orders, '--grep=@ORD-01');
  expect([code, output]).toEqual([1, expect.stringContaining('The reports are incomplete: ')]);
});

test('a red run is red, whatever another reporter returns, and a deprecated name of a set is said', long, async () => {
  const green = fileWith('green.mjs', "export default class { onEnd = () => ({ status: 'passed' }); }");
  const [REPORTS_DIR, GITHUB_STEP_SUMMARY] = [ownFolder(), ownFolder()];
  const variables = { MOCK_FAULT: 'order-no-number-code', REPORTS_DIR, GITHUB_STEP_SUMMARY, REQUIREMENTS: '2026-11' };

  const { code, stderr } = await runCommand('run', ['--grep=@ORD-10', '--reporter', green], variables);
  expect([code, stderr]).toEqual([1, expect.stringContaining('2026-11 is deprecated. Use REQUIREMENTS=0.1.')]);
  expect(stderr).toContain('The summary of the step could not be written: EISDIR');
});

const whole = '{"selection": {"tests": 372, "of": 372}}';

const reportsWith = (result: string) => folderWith({ 'conformance.json': result });

test('a filtered run writes next to the result of a whole run, whatever selects it', () => {
  const reports = reportsWith(whole);
  const isNext = (words: string) => getReportsFolder(['node', 'cli', ...words.split(' ')], reports) !== reports;

  for (const words of selections.some) expect(isNext(words), words).toBe(true);
  for (const words of selections.all) expect(isNext(words), words).toBe(false);
});

test('every option of Playwright is known, and one with a value selects nothing, but for those that do', () => {
  const reports = reportsWith(whole);
  const { stdout } = spawnSync('node_modules/.bin/playwright', ['test', '--help'], { encoding: 'utf8' });

  const options = [...stdout.matchAll(/^ {2}(?:(-\w), )?(-[\w-]+)/gm)].flatMap(([, ...found]) => found.filter(Boolean));
  const valued = options.filter((option) => stdout.includes(`${option} <`) || stdout.includes(`${option} [`));
  const isSelecting = (option: string) => getReportsFolder(['node', 'cli', 'test', option, 'x'], reports) !== reports;

  const sentence = 'adapt src/run/process/command-line.ts to the options of this version of Playwright';
  expect([options.length > 40, valued.length > 20], sentence).toEqual([true, true]);
  expect(options.filter((option) => !isPlaywrightOption(option))).toEqual([]);
  expect(valued.filter(isSelecting), sentence).toEqual([
    ...['--grep', '--grep-invert', '--only-changed', '--project', '--test-list', '--test-list-invert'],
  ]);
});

test('a part writes to the folder itself where no whole run ended in it', () => {
  for (const result of selections.notWhole) {
    const reports = reportsWith(result);
    expect(getReportsFolder(['node', 'cli', 'test', '--grep=@TOK-29'], reports), result).toBe(reports);
  }
  const [reports, part, other] = ['', 'part', 'other'].map((name) => path.join(reportsWith(whole), name));
  expect([part, other, reports].map((folder = '') => getWholeRunFolder(folder) !== undefined)).toEqual([
    true,
    false,
    false,
  ]);
});

test('a run writes neither through a link nor over the files of another program', () => {
  const begin = (files: Record<string, string>, link?: string) => {
    const REPORTS_DIR = folderWith(files);
    if (link) symlinkSync(ownFolder(), path.join(REPORTS_DIR, link));
    const run = { ...createRunContext({ REPORTS_DIR }), started: '2026-01-01T00:00:00.000Z' };
    beginResult(run, [], { tests: 0, of: {} });
    return made.filter((name) => existsSync(path.join(REPORTS_DIR, name)));
  };

  expect(begin({ 'states.log': '', 'notes.txt': '' })).toEqual([]);
  expect(begin(Object.fromEntries(['conformance.json', ...made].map((name) => [name, 'CONFORMANT'])))).toEqual([]);
  const running = { '.running': JSON.stringify({ pid: 999_999_999, host: 'elsewhere' }) };
  expect(() => begin(running)).toThrow('Another run is writing its reports to');
  expect(() => begin({ 'junit.xml': '' })).toThrow('holds "junit.xml" from another program. Use an empty folder.');
  expect(() => begin({ 'conformance.json': '' }, 'shards')).toThrow('holds the link "shards". Use an empty folder.');
});

/** Returns the result of a whole run of a target in which ORD-11 had an outcome. */
function wholeOf(target: string, outcome: string): string {
  return JSON.stringify({ ...JSON.parse(whole), target: { name: target }, requirements: [{ id: 'ORD-11', outcome }] });
}

test('a part has all reports next to the whole result, and says what it left out or changed', long, async () => {
  const before = wholeOf('embedded', 'failed');
  const REPORTS_DIR = reportsWith(before);
  const [GITHUB_STEP_SUMMARY = '', HISTORY = ''] = ['step.md', 'nights'].map((name) => test.info().outputPath(name));
  const variables = { REPORTS_DIR, GITHUB_STEP_SUMMARY, HISTORY };

  const run = await runSuite(variables, '--project=instore-orders', '--grep=@ORD-11');

  const part = path.join(REPORTS_DIR, 'part');
  const result = path.join(REPORTS_DIR, 'conformance.json');
  const read = (name: string) => readFileSync(path.join(part, name), 'utf8');
  expect([run.code, readFileSync(result, 'utf8')]).toEqual([0, before]);
  for (const text of [run.output, read('summary.md')]) {
    expect(text).toMatch(/Not selected, or only with some of their tests: \d+ of \d+ musts\./);
    expect(text).toContain('INCOMPLETE');
    expect(text).not.toContain('PRF-01');
  }
  expect(run.prose).toContain(`The reports of the last whole run are still in ${REPORTS_DIR}.`);
  expect(readFileSync(GITHUB_STEP_SUMMARY, 'utf8')).toBe(read('summary.md'));
  expect(read('junit.xml')).toContain('<property name="requirement" value="ORD-11"/>');
  expect(JSON.parse(read('badge.json'))).toMatchObject({ message: `INCOMPLETE 1/${musts} (partial)` });
  expect(read('conformance.html')).toContain('ORD-11');
  expect([path.join(REPORTS_DIR, 'test-results/.last-run.json'), HISTORY].map(existsSync)).toEqual([true, false]);

  const sayAfter = (target: string, outcome: string) => {
    writeFileSync(result, wholeOf(target, outcome));
    return summary(readResult(part), readSettings({ REPORTS_DIR: part })).replace(/\s+/g, ' ');
  };
  const passes = 'ORD-11 passes (1 of 1 tests passed). Partial run: the';
  expect(run.prose).toContain('ORD-11 passes now (1 of 1 tests passed). Partial run: the verdict is that of the last');
  expect(sayAfter('embedded', 'passed')).toContain(`${passes} verdict is that of the last whole run.`);
  expect(sayAfter('lab', 'failed')).toContain(`${passes} last whole run was of lab`);
});

test('a file that the disk has no room for is not written in part', () => {
  const file = fileWith('conformance.json', 'of an earlier run');
  const write = `import('#run/file').then((own) => own.writeWholeFile('${file}', 'x'.repeat(1e5)))`;
  const limited = `trap '' XFSZ; ulimit -f 1; exec "${process.execPath}" -e "$0"`;

  const { stderr } = spawnSync('sh', ['-c', limited, write], { cwd: 'dist', encoding: 'utf8' });

  expect(stderr).toContain(`${file} cannot be written (EFBIG). Check the disk and the permissions of its folder.`);
  expect([readFileSync(file, 'utf8'), readdirSync(path.dirname(file)).length]).toEqual(['of an earlier run', 1]);
});
