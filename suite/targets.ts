import { readFileSync } from 'node:fs';
import type { TestDetails, TestInfo, TestType } from '@playwright/test';
import { LEVEL, REQUIREMENT } from './covers.ts';
import { settings } from './environment.ts';

/** A service that tests are run against. */
export interface Target {
  readonly BASE_URL: string;
  readonly PROVIDER_STATES_URL: string;
}

/** One of several targets of a run; where it breaks a requirement on purpose, the tests of that are wanted to fail. */
export interface NamedTarget extends Target {
  readonly name: string;
  readonly breaks?: string;
}

/** The annotation that names the target of a test where a run has several. */
export const TARGET = 'target';
/** The annotation that says that a test failed on one of several targets. */
export const NOTICED = 'noticed';

/** The targets of a run over several, listed in the file that TARGETS_FILE names; a usual run has none. */
const several: readonly NamedTarget[] = process.env.TARGETS_FILE
  ? JSON.parse(readFileSync(process.env.TARGETS_FILE, 'utf8'))
  : [];

/** The target of a test: the one that its annotation names, else the target of the run. */
export function targetOf({ annotations }: TestInfo): Target {
  const name = annotations.find(({ type }) => type === TARGET)?.description;
  return several.find((target) => target.name === name) ?? settings;
}

/** In a run over several targets a failure is noted, and the worker goes on. */
export function noteNoticed(testInfo: TestInfo): void {
  const isOneOfSeveral = testInfo.annotations.some(({ type }) => type === TARGET);
  if (!isOneOfSeveral || (testInfo.status !== 'failed' && testInfo.status !== 'timedOut')) return;
  testInfo.annotations.push({
    type: NOTICED,
    description: testInfo.errors.map(({ message }) => message).join('\n'),
  });
  testInfo.status = 'passed';
  testInfo.errors.length = 0;
}

type Body<T extends object, W extends object> = Parameters<TestType<T, W>>[2];

/** What conformance tests use of Playwright's `test`: a title, what the test covers, a body. */
type ConformanceTest<T extends object, W extends object> = (
  title: string,
  details: TestDetails,
  body: Body<T, W>,
) => void;

/**
 * The `test` of a run: it registers each test once or, in a run over several targets, once for each; for one that
 * breaks a requirement, only the tests of that.
 */
export function overTargets<T extends object, W extends object>(base: TestType<T, W>): ConformanceTest<T, W> {
  if (several.length === 0) return base;
  return (title, details, body) => {
    const annotations = [details.annotation ?? []].flat();
    const says = (label: string, word: string) =>
      annotations.some(({ type, description }) => type === label && description === word);
    if (!says(LEVEL, 'must') && !says(LEVEL, 'should')) return; // a question has nothing to notice
    const covers = (id: string) => says(REQUIREMENT, id);
    for (const { name } of several.filter(({ breaks }) => breaks === undefined || covers(breaks)))
      base(`${title} [${name}]`, { annotation: [...annotations, { type: TARGET, description: name }] }, body);
  };
}
