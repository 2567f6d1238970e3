import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { JSONReport } from '@playwright/test/reporter';
import { baseTest, endAs } from '#assertions/playwright';
import { runSuite } from './tools/run-suite.ts';

// A sentence for each part of Playwright and of Allure that their documentation does not promise.
const inPlaywright = 'adapt src/assertions/playwright.ts to this version of Playwright';
const inAllure = 'adapt reporters/allure/private-parts.ts to this version of Allure';

const ending = baseTest.extend<{ status: 'passed' | 'skipped'; ended: undefined }>({
  status: ['passed', { option: true }],
  ended: [
    async ({ status }, use, testInfo) => {
      await use(undefined);
      endAs(testInfo, status);
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

test.describe('in a run', () => {
  test.describe.configure({ mode: 'default' });
  let reports = '';
  let report: JSONReport;
  test.beforeAll(async () => {
    const file = test.info().outputPath('report.json');
    const run = await runSuite(
      { MOCK_FAULT: 'order-no-number-code', PLAYWRIGHT_JSON_OUTPUT_NAME: file },
      '--project=instore-orders',
      '--add-reporter=json',
    );
    reports = run.reports;
    report = JSON.parse(readFileSync(file, 'utf8'));
  });

  const results = () =>
    report.suites
      .flatMap(({ specs }) => specs)
      .flatMap(({ tests }) => tests)
      .flatMap((one) => one.results);

  test('a failure that was expected starts no new worker, and is reported as a failure', () => {
    const workers = new Set(results().map(({ workerIndex }) => workerIndex));

    expect(workers.size, `A failure starts a new worker again: ${inPlaywright}.`).toBe(1);
    expect(report.stats.unexpected, `A reporter cannot restore a failure: ${inPlaywright}.`).toBeGreaterThan(1);
  });

  test('a text that is pushed is attached', () => {
    const attached = results().flatMap(({ attachments }) => attachments);

    expect(attached.length, `What is pushed is not attached: ${inPlaywright}.`).toBeGreaterThan(5);
  });

  test('Allure takes an attachment of its media type for facts', () => {
    const folder = path.join(reports, 'allure-results');
    const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('-result.json'));
    const { labels } = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));

    expect(labels, `Allure does not read the facts: ${inAllure}.`).toContainEqual(
      expect.objectContaining({ name: 'outcome' }),
    );
  });
});
