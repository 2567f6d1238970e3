import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { JSONReport } from '@playwright/test/reporter';
import { startFront } from '../tools/front.ts';
import { ownFolder } from '../tools/own-folder.ts';
import { runSuite } from '../tools/run-suite.ts';

/** A fault that makes five tests of ORD-10 fail; other tests run between and after them. */
const variables = { MOCK_FAULT: 'order-no-number-code' };
const orders = '--project=instore-orders';
const FAILING = 5;

test('--retries tries each failure again', { tag: '@slow' }, async () => {
  const { code, report } = await jsonOf([orders, '--add-reporter=json', '--retries=1']);

  expect([code, report.stats.unexpected]).toEqual([1, FAILING]);
  const failed = resultsIn(report).filter(({ status }) => status === 'failed');
  expect(failed).toHaveLength(2 * FAILING);
  expect(new Set(failed.map(({ workerIndex }) => workerIndex)).size).toBeLessThan(FAILING);
});

test('where everything fails, the first twenty failures alone are tried again, and every failure is one', {
  tag: '@slow',
}, async () => {
  const front = await startFront({
    change: ({ path: asked }, answer) => (asked === '/_states' ? answer : { status: 500, text: '{}' }),
  });
  const target = { BASE_URL: front.baseUrl, PROVIDER_STATES_URL: front.statesUrl, CONFIRM: '1' };
  const words = ['--project=checkout-preferences', '--add-reporter=json'];
  const { code, report } = await jsonOf(words, target);
  await front.close();

  const failed = resultsIn(report).filter(({ status }) => status === 'failed');
  expect(code).toBe(1);
  expect(report.stats).toMatchObject({ flaky: 0 });
  expect(failed.filter(({ retry }) => retry === 0)).toHaveLength(report.stats.unexpected);
  expect(resultsIn(report).filter(({ retry }) => retry === 1)).toHaveLength(20);
});

test('-x ends the run at its first failure', { tag: '@long' }, async () => {
  const { code, report } = await jsonOf([orders, '--add-reporter=json', '-x']);

  expect([code, report.stats.unexpected]).toEqual([1, 1]);
});

async function jsonOf(
  args: readonly string[],
  target: Readonly<Record<string, string>> = variables,
): Promise<{ code: number | null; report: JSONReport }> {
  const PLAYWRIGHT_JSON_OUTPUT_NAME = path.join(ownFolder('json'), 'r.json');
  const { code } = await runSuite({ ...target, PLAYWRIGHT_JSON_OUTPUT_NAME }, ...args);
  return { code, report: JSON.parse(readFileSync(PLAYWRIGHT_JSON_OUTPUT_NAME, 'utf8')) };
}

function resultsIn({ suites }: JSONReport) {
  return suites
    .flatMap(({ specs }) => specs)
    .flatMap(({ tests }) => tests)
    .flatMap(({ results }) => results);
}
