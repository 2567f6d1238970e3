import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { met, refused, rowOf, typed } from '../cli/docs/troubleshooting.ts';
import packageFile from '../package.json' with { type: 'json' };
import { ownFolder } from './tools/own-folder.ts';
import { documentOf } from './tools/page-document.ts';
import { runCommand } from './tools/run-command.ts';

const page = readFileSync('docs/troubleshooting.md', 'utf8');
const scripts: Readonly<Record<string, string>> = packageFile.scripts;
/** What npm would start, without the third of a second that it takes. */
const byNode = (line: string) => line.replace(/npm run (\w+)(?: --)?/, (_, name) => scripts[name] ?? '');

/** One line a way in which a command ends before it begins; each takes as long as its process starts. */
const quick = /^(?:TARGET|STRCIT|npm run (?:gate|report))\b/;

for (const row of refused)
  test(`${row.line} is told what the page of troubleshooting says, and nothing runs`, {
    tag: quick.test(row.line) ? [] : '@long',
  }, async () => {
    const said = await typed(row, byNode);

    expect(page).toContain(`| ${rowOf(said).join(' | ')} |\n`);
    expect(said.code).not.toBe(0);
    expect(said.wrote).toBe(false);
  });

test('the page has what is told by a run that meets its target too', () => {
  for (const { line } of met) expect(page).toContain(`| \`${line}\` | `);
});

test('--list lists the tests, and leaves the reports as they are', async () => {
  const reports = ownFolder('words');

  const run = await runCommand('run', ['--list', '--grep=@ORD-10'], { REPORTS_DIR: reports });

  expect(run.code).toBe(0);
  expect(run.stdout).toContain('[instore-orders] › instore-orders/');
  expect(readdirSync(reports)).toEqual([]);
});

test('nothing is accepted into a ledger after an outage', async () => {
  const reports = ownFolder('words');
  const unreachable = 'the target cannot be reached at http://127.0.0.1:9: nobody listens there.';
  const answers = { target: 'staging', depth: 'standard', answers: {}, observed: {}, complete: [] };
  writeFileSync(path.join(reports, 'answers.json'), JSON.stringify(answers));
  writeFileSync(
    path.join(reports, 'conformance.json'),
    JSON.stringify({ ...(await documentOf({})), unreachable }),
  );
  const ledgers = path.join(reports, 'ledgers');
  mkdirSync(ledgers);

  const run = await runCommand('ledger', ['accept'], { REPORTS_DIR: reports, LEDGERS_DIR: ledgers });

  expect(run).toMatchObject({ code: 1, stdout: '' });
  expect(run.stderr).toBe(
    `Nothing was accepted, for the last run ended in an outage: ${unreachable} Then run again.\n`,
  );
  expect(readdirSync(ledgers)).toEqual([]);
});
