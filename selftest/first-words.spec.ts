import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { ownFolder } from './tools/own-folder.ts';
import { documentOf } from './tools/page-document.ts';
import { runCommand } from './tools/run-command.ts';

const nowhere = path.join(tmpdir(), 'no-such-folder');

/** What a newcomer types or sets, and the one sentence that is said before anything is sent. */
const rows = [
  {
    typed: 'a states URL without a target',
    variables: { PROVIDER_STATES_URL: 'http://127.0.0.1:1/_states' },
    says: 'PROVIDER_STATES_URL is "http://127.0.0.1:1/_states" and BASE_URL is not set: set BASE_URL',
  },
  {
    typed: 'a value of a state without a target',
    variables: { STATE_AN_ACCESS_TOKEN__USER_ID: '7' },
    says: 'STATE_AN_ACCESS_TOKEN__USER_ID is set and BASE_URL is not: set BASE_URL',
  },
  {
    typed: 'BASEURL',
    variables: { BASEURL: 'http://h' },
    says: 'BASEURL is no variable of the suite: set BASE_URL',
  },
  { typed: 'STRCIT', variables: { STRCIT: '1' }, says: 'STRCIT is no variable of the suite: set STRICT' },
  {
    typed: 'PROVIDER_STATE_URL',
    variables: { PROVIDER_STATE_URL: 'http://h' },
    says: 'PROVIDER_STATE_URL is no variable of the suite: set PROVIDER_STATES_URL',
  },
  {
    typed: 'a value that its state does not have',
    variables: { STATE_AN_ACCESS_TOKEN__TOKEN: 'x' },
    says: 'STATE_AN_ACCESS_TOKEN__TOKEN is no variable of the suite: set STATE_AN_ACCESS_TOKEN__ACCESS_TOKEN',
  },
  {
    typed: 'a state that there is not',
    variables: { STATE_A_TOKEN__CODE: 'x' },
    says: 'STATE_A_TOKEN__CODE is no variable of the suite: no provider state has that name',
  },
  { typed: '--retries', args: ['--retries=2'], says: '--retries would turn a breach green' },
  { typed: 'a project that there is not', args: ['--project', 'oauth'], says: 'There is no project "oauth"' },
  {
    typed: 'a requirement that there is not',
    args: ['--grep', '@TOK-999'],
    says: 'There is no requirement TOK-999',
  },
  {
    typed: 'a folder in which nothing can be written',
    args: ['--reports-dir=/proc/nope'],
    says: 'REPORTS_DIR is "/proc/nope", where nothing can be written',
  },
  {
    typed: 'a ledger folder that is missing',
    variables: { DRIFT: 'fail', LEDGERS_DIR: nowhere },
    says: `LEDGERS_DIR is "${nowhere}", which is not there`,
  },
] as const;

for (const { typed, says, ...given } of rows) {
  test(`${typed} is one sentence, and nothing runs`, async () => {
    const { args = [], variables = {} } = { args: [], variables: {}, ...given };
    const reports = ownFolder('words');

    const run = await runCommand('run', args, { REPORTS_DIR: reports, ...variables });

    expect(run).toMatchObject({ code: 4, stdout: '' });
    expect(run.stderr).toContain(says);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(readdirSync(reports)).toEqual([]);
  });
}

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
