import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { allureFiles } from '../tools/allure-files.ts';
import { expect, long, ownFolder, runCommand, test } from '../tools/fixtures.ts';

const REPORTS_DIR = ownFolder('sdk-reports');
const requests = [
  { to: '$MP_BASE_URL/users/test', body: { description: 'a <b>buyer</b>', site_id: 7 } },
  { to: '$MP_BASE_URL/payments' },
];

test.beforeAll(async () => {
  const sent = requests.map((request) => JSON.stringify(request));
  const command = ['--', process.execPath, 'selftest/sdk/clients/ask.mjs', ...sent];
  const { code } = await runCommand('sdk', ['--base-url', ...command], { REPORTS_DIR });
  expect(code).toBe(1);
});

test('sdk.md tells each breach with its first request', () => {
  const text = readFileSync(path.join(REPORTS_DIR, 'sdk.md'), 'utf8');

  expect(text).toContain('## SDK gate: FAILED');
  expect(text).toMatch(
    /- \*\*test-users\*\* `\/site_id` `is not a string; actual: 7`.*\n\n {6}POST \/users\/test HTTP\/1\.1\n/,
  );
  expect(text).toContain('"site_id":7');
  expect(text).toContain('is not one of the six operations');
});

test('the Allure results of the gate stand under the project sdk, a result a rule', () => {
  const folder = path.join(REPORTS_DIR, 'allure-results');
  const names = readdirSync(folder).filter((name) => name.endsWith('-result.json'));
  const results = names.map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')));

  const epics = results.flatMap(({ labels }) => labels).filter(({ name }) => name === 'epic');
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['failed', 'passed', 'skipped']));
  expect(new Set(epics.map(({ value }) => value))).toEqual(new Set(['sdk']));
});

test('the Allure report is made of the gate alone', long, async () => {
  const { code, stderr } = await runCommand('report', [], { REPORTS_DIR });

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(allureFiles(REPORTS_DIR, 'widgets/variables.json')[0] ?? '')).toMatchObject({
    Verdict: 'FAILED',
    Way: 'base-url',
  });
});
