import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter';
import { type Depth, register, type TestCounts } from '#api/register';
import { environment } from '#run/context';

export type ListedTest = Pick<JSONReportSpec, 'title' | 'file' | 'tags'>;

export async function listAtEachDepth(): Promise<Record<Depth, ListedTest[]>> {
  return { smoke: await listTests('smoke'), standard: await listTests('standard'), full: await listTests('full') };
}

/** Returns every conformance test of a target, listed by Playwright without a run; default: of the embedded provider. */
export async function listTests(depth: Depth, BASE_URL = ''): Promise<JSONReportSpec[]> {
  const { stdout } = await promisify(execFile)('node_modules/.bin/playwright', ['test', '--list', '--reporter=json'], {
    maxBuffer: 64 * 1024 * 1024,
    env: { ...environment(), BASE_URL, TARGET: BASE_URL && 'shared', SEED: '1', DEPTH: depth },
  });
  const report: JSONReport = JSON.parse(stdout);
  return report.suites.flatMap(getTests);
}

function getTests(suite: JSONReportSuite): JSONReportSpec[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(getTests)];
}

/** Returns requirements/test-counts.json: the number of tests at each DEPTH, in total and per requirement. */
export function expectedText(listed: Readonly<Record<Depth, readonly ListedTest[]>>): string {
  const tables = Object.entries(listed).map(([depth, tests]) => [depth, getExpected(tests)]);
  return `${JSON.stringify(Object.fromEntries(tables), null, 2)}\n`;
}

function getExpected(tests: readonly ListedTest[]): TestCounts {
  const ids = [...new Set(tests.flatMap(({ tags }) => tags))].sort();
  const count = (id: string) => tests.filter(({ tags }) => tags.includes(id)).length;
  return { tests: tests.length, of: Object.fromEntries(ids.map((id) => [id, count(id)])) };
}

/** Returns README.md with the number of tests that a run of the embedded provider passes and records. */
export function withTestCounts(readme: string, tests: readonly ListedTest[]): string {
  const judged = new Set<string>(register.filter(({ level }) => level !== 'question').map(({ id }) => id));
  const recorded = tests.filter(({ tags }) => !tags.some((id) => judged.has(id))).length;
  return readme.replace(/\d+ passed, \d+ recorded/, `${tests.length - recorded} passed, ${recorded} recorded`);
}
