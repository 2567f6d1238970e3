import { readFileSync } from 'node:fs';
import type { TestDetails, TestInfo, TestType } from '@playwright/test';
import { REQUIREMENT } from './covers.ts';
import { settings } from './environment.ts';

/** A service that tests are run against. */
export interface Target {
  readonly BASE_URL: string;
  readonly PROVIDER_STATES_URL: string;
}

/** A target that breaks one requirement on purpose: the tests of that requirement are wanted to fail on it. */
export interface FaultyTarget extends Target {
  readonly name: string;
  readonly breaks: string;
}

/** The annotation that names the faulty target of a test. */
export const FAULT = 'fault';
/** The annotation that says that a test failed on its faulty target. */
export const NOTICED = 'noticed';

/** The faulty targets that the run is about; a usual run has none. They are listed in the file that FAULTS_FILE names. */
const faulty: readonly FaultyTarget[] = process.env.FAULTS_FILE
  ? JSON.parse(readFileSync(process.env.FAULTS_FILE, 'utf8'))
  : [];

/** The target of a test: the faulty one that its annotation names, else the target of the run. */
export function targetOf({ annotations }: TestInfo): Target {
  const name = annotations.find(({ type }) => type === FAULT)?.description;
  return faulty.find((target) => target.name === name) ?? settings;
}

/** A failure on a faulty target is what is wanted: it is noted, and the worker goes on. */
export function noteNoticed(testInfo: TestInfo): void {
  const onFaulty = testInfo.annotations.some(({ type }) => type === FAULT);
  if (!onFaulty || (testInfo.status !== 'failed' && testInfo.status !== 'timedOut')) return;
  testInfo.annotations.push({ type: NOTICED });
  testInfo.status = 'passed';
  testInfo.errors.length = 0;
}

type Body<T extends object, W extends object> = Parameters<TestType<T, W>>[2];

/** What conformance tests use of Playwright's `test`: a title, what the test covers, a body; and named steps. */
type ConformanceTest<T extends object, W extends object> = Pick<TestType<T, W>, 'step'> &
  ((title: string, details: TestDetails, body: Body<T, W>) => void);

/**
 * The `test` of a run: it registers each test once or, in a run over faulty targets, once for each that breaks one of
 * its requirements.
 */
export function overTargets<T extends object, W extends object>(base: TestType<T, W>): ConformanceTest<T, W> {
  if (faulty.length === 0) return base;
  const overFaulty = (title: string, details: TestDetails, body: Body<T, W>) => {
    const annotations = [details.annotation ?? []].flat();
    const covers = (id: string) =>
      annotations.some(({ type, description }) => type === REQUIREMENT && description === id);
    for (const { name } of faulty.filter((target) => covers(target.breaks)))
      base(
        `${title} [${name}]`,
        { annotation: [...annotations, { type: FAULT, description: name }] },
        body,
      );
  };
  return Object.assign(overFaulty, { step: base.step });
}
