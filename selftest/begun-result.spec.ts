import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { startFront } from './tools/front.ts';
import { ownFolder } from './tools/own-folder.ts';
import { runCommand } from './tools/run-command.ts';
import { runSuite } from './tools/run-suite.ts';

const orders = '--project=instore-orders';
/** Files that an earlier result left. */
const made = ['badge.json', 'conformance.html', 'allure', 'statement.jws', 'part'];

test('a killed run leaves a result that did not end, and its folder to the next one', { tag: '@slow' }, async () => {
  const reports = ownFolder('begun');
  const file = path.join(reports, 'conformance.json');
  for (const name of ['conformance.json', ...made]) writeFileSync(path.join(reports, name), 'CONFORMANT');
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn('node_modules/.bin/playwright', ['test', orders], {
    env: { PATH, HOME, REPORTS_DIR: reports },
    stdio: 'ignore',
  });
  await expect(() => expect(readFileSync(file, 'utf8')).toContain('did not end')).toPass();

  const second = await runSuite({ REPORTS_DIR: reports }, orders);
  child.kill('SIGKILL');
  await once(child, 'close');

  expect(second.code).toBe(4);
  expect(second.output).toMatch(/^Another run writes its reports to \S+ \(.* says which\)\. Wait for its end, .*\.\n$/);
  const gate = await runCommand('gate', [file, '--allow-incomplete']);
  expect(gate.code).toBe(4);
  expect(gate.stdout).toContain('did not end');
  expect(made.filter((name) => existsSync(path.join(reports, name)))).toEqual([]);
  const third = await runSuite({ REPORTS_DIR: reports }, orders, '--grep=@ORD-01');
  expect(third.code).toBe(0);
  expect(JSON.parse(readFileSync(file, 'utf8')).unfinished).toBeUndefined();
});

test('a run that cannot write its result asks nothing, in one sentence', { tag: '@long' }, async () => {
  const file = path.join(ownFolder('begun'), 'file');
  writeFileSync(file, '');

  const { code, output } = await runSuite({ REPORTS_DIR: file }, orders);

  expect(code).toBe(4);
  expect(output).toMatch(/^\S+ cannot be written \(\w+\): free the disk or set REPORTS_DIR\.\n$/);
});

for (const args of [
  ['--grep-invert', 'almost a number'],
  ['--grep-invert', 'almost a number', '--repeat-each=9'],
])
  test(`a run with ${args.join(' ')} is a part, and no gate lets it pass`, { tag: '@slow' }, async () => {
    const { reports, document, output } = await runSuite({}, orders, ...args);

    const gate = await runCommand('gate', [path.join(reports, 'conformance.json'), '--allow-incomplete']);

    const { selection, verdict } = document();
    expect(selection.tests).toBeLessThan(selection.of);
    expect(selection.argv).toEqual([orders, ...args]);
    expect(verdict).toBe('INCOMPLETE');
    expect(output).toContain('PARTIAL run: ');
    expect(gate.code).toBe(2);
  });

test('a run whose private folder is swept away is red for itself, and no must failed', { tag: '@slow' }, async () => {
  const TMPDIR = ownFolder('swept');
  const front = await startFront({
    change: ({ method }, answer) => {
      if (method === 'DELETE')
        for (const name of readdirSync(TMPDIR)) rmSync(path.join(TMPDIR, name), { recursive: true });
      return answer;
    },
  });

  const { code, output, document } = await runSuite(
    { BASE_URL: front.baseUrl, PROVIDER_STATES_URL: front.statesUrl, TMPDIR },
    orders,
  );
  await front.close();

  const { verdict, counts } = document();
  expect([code, verdict, counts.must.failed]).toEqual([1, 'INCOMPLETE', 0]);
  expect(output).toMatch(/\nRED: INCOMPLETE: (?:the suite met an error of its own|the process of this test ended)/);
});
