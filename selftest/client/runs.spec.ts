import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readScenarios } from '#client/certification/scenario';
import { expect, fileWith, long, ownFolder, readResult, runCommand, slow, test } from '../tools/fixtures.ts';
import { getIds } from './judged.ts';
import observed from './observed.json' with { type: 'json' };

test('the official Node SDK is NON-CONFORMANT for ids that are empty or two dots alone', slow, async () => {
  const reports = test.info().outputPath('reports');
  const operations = 'oauth-token, checkout-preferences, point-payment-intents';
  const words = ['--operations', operations, '--', process.execPath, 'client/drivers/node.mjs'];

  const { code, stdout } = await runCommand('client', words, { REPORTS_DIR: reports });

  const { requirements, decision, verdict, target } = readResult(path.join(reports, 'client'));
  expect([code, verdict, decision.subject, target.name]).toEqual([1, 'NON-CONFORMANT', 'client', 'client']);
  const broken = getIds(requirements, 'failed', 'warned');
  expect(broken.sort()).toEqual(['CLI-20', 'CLI-24', 'CPI-07', 'CPI-08', 'CPR-23', 'CTK-23']);
  expect(stdout).toContain('The client "client", SEED=');
  expect(stdout.replace(/\s+/g, ' ')).toContain(`NON-CONFORMANT for ${operations}`);
  expect(requirements.filter(({ aside, outcome }) => !aside && outcome === 'not exercised')).toEqual([]);
  expect(readFileSync(path.join(reports, 'client/badge.json'), 'utf8')).toContain(`NON-CONFORMANT for ${operations}`);
  expect((await runCommand('gate', [path.join(reports, 'client/conformance.json')])).code).toBe(1);
});

test('what a command sends of its own accord is judged, and is never a pass by itself', long, async () => {
  const reports = test.info().outputPath('reports');
  const words = ['--observe', '--', process.execPath, 'selftest/sdk/clients/official.mjs', '[{}]'];

  const { code } = await runCommand('client', words, { REPORTS_DIR: reports });

  const { requirements, verdict } = readResult(path.join(reports, 'client'));
  expect([code, verdict]).toEqual([0, 'INCOMPLETE']);
  expect(getIds(requirements, 'failed')).toEqual([]);
  expect(getIds(requirements, 'passed')).toEqual(expect.arrayContaining(['CTK-01', 'CPR-01', 'CPI-01', 'CLI-01']));
  expect(getIds(requirements, 'not exercised')).toEqual(expect.arrayContaining(['CPI-05', 'CUS-01', 'CTK-10']));
  const killed = ['sh', '-c', `${process.execPath} selftest/sdk/clients/official.mjs '[{}]'; kill -9 $$`];
  const ended = await runCommand('client', ['--observe', '--', ...killed], { REPORTS_DIR: reports });
  const unfinished = /Its requests until then are judged\..*RED: INCOMPLETE: the run did not finish/s;
  expect([ended.code, ended.stdout]).toEqual([1, expect.stringMatching(unfinished)]);
  const { stdout } = await runCommand('client', ['--operations', 'oauth-token', ...words], { REPORTS_DIR: reports });
  expect(stdout).toContain('Sent, but not judged: checkout-preferences, point-payment-intents. Add it to --operations');
});

test('each fault of all observed requests is reported once, and unlisted fields by name', long, async () => {
  const [REPORTS_DIR, client] = [ownFolder(), [process.execPath, 'selftest/sdk/clients/ask.mjs']];
  const words = ['--observe', '--base-url', '--', ...client, ...observed.map((one) => JSON.stringify(one))];
  const { stdout } = await runCommand('client', words, { REPORTS_DIR });

  const rows = readResult(path.join(REPORTS_DIR, 'client')).requirements.filter(({ id }) =>
    /CUS-(?:0[23]|60)/.test(id),
  );
  const found = rows.map(({ tests, answers }) => tests[0]?.reason ?? answers?.[0]?.answer);
  const violations = '/description is missing; /description is not a string; actual: 1';
  expect(found).toEqual([expect.stringContaining('/users/test ended within its body'), violations, ['/x']]);
  expect(stdout.match(/^\d+(?= conformant$)/gm)).toEqual(['400', '201', '400', '400', '201', '400', '201']);
  expect(stdout).not.toContain('PARTIAL');
  expect(rows[0]?.tests[0]?.file).toBe('the command');
});

const quoting = ['--', process.execPath, 'selftest/client/quoting-driver.mjs'];

test('a secret that a driver quotes is in no report and not in the console, in whatever form', long, async () => {
  const REPORTS_DIR = ownFolder();
  const { stdout, stderr } = await runCommand('client', ['--only', 'CTK-05,CLI-64', ...quoting], { REPORTS_DIR });

  const document = readFileSync(path.join(REPORTS_DIR, 'client/conformance.json'), 'utf8');
  expect(document).toContain('no such request was sent; the driver reported: ');
  expect(stderr).toMatch(/^0000: \.{60}\[redacted\]\nIt cannot send \[redacted\]$/m);
  expect(document + stdout + stderr).not.toMatch(/a-secret-of-the|YS1zZWNyZXQtb2YtdGhl|LXNlY3JldC1vZi10aGU|a%2Dsecret/);
});

const sh = (script: string) => ['--', 'sh', '-c', script];
for (const [what, words, message] of [
  ['ends at once', sh('echo "No shop" >&2; exit 3'), 'ended with exit code 3 before it printed a line, 3 times.'],
  ['is killed at once', sh('echo "No shop"; kill -9 $$'), 'ended by SIGKILL before it printed a line, 3 times.'],
  ['hangs', sh('read -r task; echo "No shop"; sleep 60'), 'printed no line within 2 seconds, 3 times.'],
  ['prints an unknown outcome', sh(`echo '{"scenario":"code","outcome":1}'`), '1}, but /outcome must be one of ["do'],
  ['quotes a secret late', [...quoting, 'late'], '0 [redacted], but it must have the field'],
  ['never ends its line', sh('head -c 3000000 /dev/zero'), 'printed 1000000 characters without a line break.'],
  ['is no program', ['--', './README.md'], 'The command ./README.md cannot be started (EACCES). Use one that'],
  ['cannot be started', ['--', 'no-such-driver'], 'The command no-such-driver was not found. Use one that'],
  ['is one to observe', ['--observe', '--', 'no-such-command'], 'no-such-command was not found. Use one that runs in'],
] as const)
  test(`a driver that ${what} ends the run with 4 and one message`, long, async () => {
    const REPORTS_DIR = test.info().outputPath('reports');
    const { code, stderr } = await runCommand('client', ['--timeout', '2', ...words], { REPORTS_DIR });

    expect([code, stderr.trim().split('\n').at(-1)]).toEqual([4, expect.stringContaining(message)]);
    expect(stderr.match(/\bNo shop$/gm) ?? []).toHaveLength(words.join().includes('No shop') ? 4 : 0);
  });

test('a scenario of one’s own is played, and what is left out of the published ones makes a part', long, async () => {
  const input = { grant_type: 'refresh_token', client_id: '7', client_secret: 'my-secret', refresh_token: 'TG-mine-1' };
  const file = fileWith('my-secret.json', scenarioFile({ id: 'mine', input }));
  const words = ['--scenarios', file, '--', process.execPath, 'client/drivers/node.mjs', '--token', 'plainword'];

  const { stdout } = await runCommand('client', words, { REPORTS_DIR: ownFolder() });

  expect(stdout).toContain('Musts: 0 of');
  expect(stdout).toContain('PARTIAL run: 0 of');
  expect(stdout).toContain('only 1 of 7 tests: not all of its scenarios were played');
  expect(stdout).toContain(': INCOMPLETE: ');
  expect(stdout).not.toMatch(/plainword|contain secrets/);
});

for (const [what, file, sentence] of [
  ['no JSON', '{', /is not JSON: .* at line 1/],
  ['an unknown requirement', scenarioFile({ exercises: ['TOK-01'] }), /exercises TOK-01, which is not a requirement/],
  ['an unknown error', scenarioFile({ error: 'oauth-token 418 teapot' }), /has the error oauth-token 418 teapot,/],
  ['one title for two', scenarioFile({}, { id: 'two' }), /the scenario two has the title of one\. Use another title\./],
  ['a reply that is none', scenarioFile({ replies: { 'oauth-token': 'soon' } }), /has the replies oauth-token soon\. /],
] as const)
  test(`a file of scenarios with ${what} is rejected in one sentence`, () =>
    expect(() => readScenarios(fileWith('scenarios.json', file))).toThrow(sentence));

function scenarioFile(...changes: readonly object[]): string {
  const input = { grant_type: 'refresh_token' };
  const row = { id: 'one', title: 'renews a token', operation: 'oauth-token', input, exercises: ['CTK-05'] };
  return JSON.stringify({ scenarios: changes.map((own) => ({ ...row, ...own })) });
}
