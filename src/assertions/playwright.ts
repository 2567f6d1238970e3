import { _baseTest, type TestInfo } from '@playwright/test';
import type { FullConfig, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { appendToChannel, readChannel } from '#run/channels';
import { isRunAgain, willRunAgain } from '#run/skip';

// All code that depends on undocumented parts of Playwright. selftest/failing-run.spec.ts reports in one sentence which
// of them an upgrade has changed.

/** Playwright's `test` without its fixtures for browsers, which each test would set up anew, and without a trace. */
export const baseTest = _baseTest;

/** Lets a test that has failed end as passed or skipped, for every reporter. */
export function endTestAs(testInfo: TestInfo, status: 'passed' | 'skipped'): void {
  testInfo.status = status;
  testInfo.errors.length = 0;
}

/** Attaches a text immediately; `testInfo.attach` would add a step, which has to be waited for. */
export function attachText({ attachments }: TestInfo, name: string, text: string): void {
  attachments.push({ name, contentType: 'text/plain', body: Buffer.from(text) });
}

/** Keeps the worker after a failure by expecting it; a reporter restores that. Playwright would start a new one. */
export function keepWorker(testInfo: TestInfo): void {
  if (testInfo.status !== 'failed' || readChannel('restored').length === 0) return;
  testInfo.expectedStatus = 'failed';
  willRunAgain(testInfo);
}

/** Restores the failures of tests that run again for the reporters, if a module is the first reporter of the run. */
export function restoreFrom(file: string, { reporter: [first] }: FullConfig, root: Suite): void {
  if (first?.[0] !== file) return;
  appendToChannel('restored', true);
  for (const test of root.allTests()) if (test.retries > 0) expectPassedOnRetry(test);
}

/** Expects `passed` of a failed test that runs again, since Playwright compares before any reporter does. */
function expectPassedOnRetry(test: TestCase): void {
  let expected = test.expectedStatus;
  Object.defineProperty(test, 'expectedStatus', {
    get: () => expected,
    set: (status: TestCase['expectedStatus']) => {
      const isTriedAgain = status === 'failed' && test.results.length <= test.retries && isRunAgain(test.id);
      expected = isTriedAgain ? 'passed' : status;
    },
  });
}

/** Returns true for the error of a command line that selects no test. */
export function selectsNoTest({ message = '' }: TestError): boolean {
  return /^(?:Error: )?No tests found/.test(message);
}

/** Returns the exit of a worker that the system or a person ended; undefined if the test ended by itself. */
export function getWorkerExit({ error }: TestResult): string | undefined {
  return /^(?:Error: )?worker process exited unexpectedly \((.*)\)/.exec(error?.message ?? '')?.[1];
}

/** Restores what the fixture changed for the worker alone (`keepWorker`): no test of the suite is meant to fail. */
export function restoreExpected(test: TestCase): void {
  if (test.expectedStatus === 'failed') test.expectedStatus = 'passed';
}

/** Sorts the files of each project by their words, with fullyParallel also their tests; what runs alone comes last. */
export function reorder(
  root: Suite,
  { fullyParallel, shard }: Pick<FullConfig, 'fullyParallel' | 'shard'>,
  word: (name: string, ids: readonly string[]) => string,
): void {
  const getWord = (entry: Suite | TestCase) => {
    const tests = 'allTests' in entry ? entry.allTests() : [entry];
    const ids = tests.flatMap(({ tags }) => tags.map((tag) => tag.slice(1)));
    return !shard && tests.some((test) => Reflect.get(test, '_locks')?.length > 0) ? '~' : word(entry.title, ids);
  };
  for (const part of root.suites.flatMap((project) => [project, ...(fullyParallel ? project.suites : [])])) {
    const entries: unknown = Reflect.get(part, '_entries');
    if (!Array.isArray(entries)) continue;
    const words = new Map<unknown, string>(entries.map((entry) => [entry, getWord(entry)])); // each is a digest
    entries.sort((one, other) => ((words.get(one) ?? '') < (words.get(other) ?? '') ? -1 : 1));
  }
}
