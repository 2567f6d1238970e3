import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { JSONReport } from '@playwright/test/reporter';
import { baseTest, endTestAs } from '#assertions/playwright';
import { unpack } from '#redaction/search';
import { expect, long, test } from './tools/fixtures.ts';
import { ownFolder } from './tools/own-folder.ts';
import { runSuite, type SuiteRun } from './tools/runs.ts';

const orders = '--project=instore-orders';
const PLAYWRIGHT_JSON_OUTPUT_NAME = path.join(ownFolder('json'), 'report.json');
const variables = { MOCK_FAULT: 'order-no-number-code', SEED: '7' };
/** Number of failing tests of ORD-10; other tests run between and after them. */
const FAILING = 5;

let run: SuiteRun;
test.beforeAll(async () => {
  run = await runSuite({ ...variables, PLAYWRIGHT_JSON_OUTPUT_NAME }, orders, '--add-reporter=json');
});

test('a breach is named with its requirement, a curl line and the command that reruns it', () => {
  expect(run.code).toBe(1);
  expect(run.document().verdict).toBe('NON-CONFORMANT');
  const prose = run.output.replace(/\s+/g, ' ');
  expect(prose).toContain('FAILED ORD-10 (must, section 7) A user_id that is no number is an invalid_collectorId.');
  expect(prose).toContain('error code: expected invalid_collectorId, actual: invalid_collectorid');
  expect(run.output).toMatch(
    /reproduce[^\n]*:\n {4}# start first, in another shell: .* mock --fault 'order-no-number-code'\n {4}eval .*\n {4}curl -i -X DELETE/,
  );
  const problems = [{ kind: 'code', wanted: ['invalid_collectorId'], got: 'invalid_collectorid' }];
  expect(run.row('ORD-10')?.cause).toMatchObject({ kind: 'breach' });
  expect(run.row('ORD-10')?.cause).toHaveProperty('exchanges.0.problems', problems);
  expect(run.output).toContain(
    'rerun: MOCK_FAULT=order-no-number-code SEED=7 npm run conformance -- --project=instore-orders --grep @ORD-10',
  );
});

test('every report and the exit code say that a failure is one', () => {
  expect(run.code).toBe(1);
  expect(allureResults().filter(({ status }) => status === 'failed')).toHaveLength(FAILING);
  expect(run.read('junit.xml').match(/<(?:failure|error) /g)).toHaveLength(FAILING);
  expect(htmlStats()).toMatchObject({ unexpected: FAILING, ok: false });
  expect(JSON.parse(run.read('test-results/.last-run.json'))).toMatchObject({
    status: 'failed',
    failedTests: { length: FAILING },
  });
});

// A message for each undocumented part of Playwright.
const inPlaywright = 'adapt src/assertions/playwright.ts to this version of Playwright';

const report = (): JSONReport => JSON.parse(readFileSync(PLAYWRIGHT_JSON_OUTPUT_NAME, 'utf8'));
const results = () =>
  report()
    .suites.flatMap(({ specs }) => specs)
    .flatMap(({ tests }) => tests)
    .flatMap((one) => one.results);

test('a failure that was expected starts no new worker, and is reported as a failure', () => {
  const workers = new Set(results().map(({ workerIndex }) => workerIndex));

  expect(workers.size, `A failure starts a new worker again: ${inPlaywright}.`).toBe(1);
  expect(report().stats.unexpected, `A reporter cannot restore a failure: ${inPlaywright}.`).toBe(FAILING);
});

test('a text that is pushed is attached', () => {
  const attached = results().flatMap(({ attachments }) => attachments);

  expect(attached.length, `What is pushed is not attached: ${inPlaywright}.`).toBeGreaterThan(5);
});

test('--last-failed runs the failed tests alone', long, async () => {
  await runSuite({ ...variables, REPORTS_DIR: run.reports }, orders, '--last-failed');

  expect(allureResults()).toHaveLength(FAILING);
});

const ending = baseTest.extend<{ status: 'passed' | 'skipped'; ended: undefined }>({
  status: ['passed', { option: true }],
  ended: [
    async ({ status }, use, testInfo) => {
      await use(undefined);
      endTestAs(testInfo, status);
    },
    { auto: true },
  ],
});

ending('a fixture may let a failed test pass', () => {
  throw new Error(`A fixture can no longer let a failed test pass: ${inPlaywright}.`);
});

ending.extend({ status: 'skipped' })('a fixture may let a failed test be skipped', () => {
  throw new Error(`A fixture can no longer let a failed test be skipped: ${inPlaywright}.`);
});

function allureResults(): { readonly status: string }[] {
  const names = readdirSync(path.join(run.reports, 'allure-results')).filter((name) => name.endsWith('-result.json'));
  return names.map((name) => JSON.parse(run.read(`allure-results/${name}`)));
}

/** Returns the statistics of the HTML report; its data is a zip file in base64 in the page. */
function htmlStats(): unknown {
  const files = unpack(Buffer.from(run.read('html/index.html'))).flatMap(({ bytes }) => unpack(bytes));
  return JSON.parse(files.find(({ name }) => name === 'report.json')?.bytes.toString() ?? '').stats;
}
