import type { TestDetails, TestInfo, TestType } from '@playwright/test';
import { LEVEL, REQUIREMENT } from '#api/covers';
import { context, settings } from '#run/context';
import type { Target } from '#run/settings/target';
import { endAs } from './playwright.ts';

/** The annotation that names the target of a test where a run has several. */
export const TARGET = 'target';
/** The annotation that says that a test failed on one of several targets. */
export const NOTICED = 'noticed';

/** The target of a test: the one that its annotation names, else the target of the run. */
export function targetOf({ annotations }: TestInfo): Target {
  const name = annotations.find(({ type }) => type === TARGET)?.description;
  return context().targets.find((target) => target.name === name) ?? settings();
}

/** In a run over several targets a failure is noted, and the worker goes on. */
export function noteNoticed(testInfo: TestInfo): void {
  const isOneOfSeveral = testInfo.annotations.some(({ type }) => type === TARGET);
  if (!isOneOfSeveral || (testInfo.status !== 'failed' && testInfo.status !== 'timedOut')) return;
  testInfo.annotations.push({
    type: NOTICED,
    description: testInfo.errors.map(({ message }) => message).join('\n'),
  });
  endAs(testInfo, 'passed');
}

type Body<T extends object, W extends object> = Parameters<TestType<T, W>>[2];

/** Describes what conformance tests use of Playwright's `test`: a title, what the test covers, a body. */
type ConformanceTest<T extends object, W extends object> = (
  title: string,
  details: TestDetails,
  body: Body<T, W>,
) => void;

/**
 * The `test` of a run: it registers each test once or, in a run over several targets, once for each; for one that
 * breaks requirements, only the tests of those.
 */
export function overTargets<T extends object, W extends object>(base: TestType<T, W>): ConformanceTest<T, W> {
  const { targets } = context();
  if (targets.length === 0) return base;
  return (title, details, body) => {
    const annotations = [details.annotation ?? []].flat();
    const says = (label: string, word: string) =>
      annotations.some(({ type, description }) => type === label && description === word);
    if (!says(LEVEL, 'must') && !says(LEVEL, 'should')) return; // a question has nothing to notice
    const covers = (id: string) => says(REQUIREMENT, id);
    for (const { name } of targets.filter(({ breaks }) => breaks?.some(covers) ?? true))
      base(
        `${title} [${name}]`,
        { ...details, annotation: [...annotations, { type: TARGET, description: name }] },
        body,
      );
  };
}
