import type { TestDetails, TestInfo, TestType } from '@playwright/test';
import { getDescriptions, LEVEL, NEEDS, REQUIREMENT } from '#api/covers';
import { getMissingCapabilities, isCapability } from '#api/requirement';
import { createThrottle, shareOfMachine } from '#http/throttle';
import { getTag } from '#run/run-context';
import { nameTest } from '#run/running-test';
import type { Settings } from '#run/settings/settings';
import type { Target } from '#run/settings/target';
import { skipTest } from '#run/skip';
import type { Guard } from '#safety/guard';
import { type Call, type Calls, createCalls } from './call.ts';
import { type Connection, connect } from './connection.ts';
import type { GetBaseline } from './control/control.ts';
import { memoize } from './control/memoize.ts';
import { decideOutcome } from './decide.ts';
import { type Given, provideStates } from './given.ts';
import { baseTest, endTestAs } from './playwright.ts';
import { REPEATED_CREDENTIAL } from './repeated-credentials.ts';
import { runContext, settings } from './run.ts';

// A spec imports what its tests need from here, as from Playwright.
export type { Call, Issued } from './call.ts';
export { eachCase } from './each-case.ts';
export { expect } from './expect.ts';
export { record } from './facts.ts';
export type { Given } from './given.ts';
export { settings } from './run.ts';

interface Worker {
  readonly settings: Settings;
  readonly connectionTo: (target: Target) => Connection;
  readonly callsOf: (target: Target) => Calls & Pick<Fixtures, 'endStates'>;
}

interface Fixtures {
  readonly target: Target;
  readonly call: Call;
  readonly provoke: Call;
  /** The exchange of an operation's control request: src/assertions/control/control.ts. */
  readonly baseline: GetBaseline;
  readonly canNameInDeletion: Guard['canNameInDeletion'];
  readonly given: Given;
  /** Ends every provider state that the worker has open. */
  readonly endStates: () => Promise<unknown>;
  readonly provided: ReturnType<typeof provideStates>;
  /** A text that nothing else in this run is marked with, for what the test creates. */
  readonly tag: string;
  readonly decideAtEnd: undefined;
  readonly requireCapabilities: undefined;
}

const unreported = { box: 'self' } as const;

const extended = baseTest.extend<Fixtures, Worker>({
  settings: [settings, { scope: 'worker' }],
  connectionTo: [
    async ({ settings }, use) => {
      const run = { ...runContext, settings };
      const throttle = createThrottle(shareOfMachine(run));
      const replay = run.replay && (await import('#http/replay/replay')).createReplay(run.replay.file);
      await use(memoize((target) => connect(target, run, throttle, replay)));
    },
    { scope: 'worker', ...unreported },
  ],
  callsOf: [
    async ({ settings, connectionTo }, use) => {
      const teardowns: (() => Promise<unknown>)[] = [];
      const tag = getTag(settings, 'baseline');
      await use(
        memoize((target) => {
          const connection = connectionTo(target);
          const { given, teardown } = provideStates(connection, true); // control.ts records the states of a test
          teardowns.push(teardown);
          return { ...createCalls(connection, given, tag), endStates: teardown };
        }),
      );
      await Promise.all(teardowns.map((teardown) => teardown()));
    },
    { scope: 'worker', ...unreported },
  ],
  target: [async ({ settings: _ }, use, testInfo) => use(getTarget(testInfo)), unreported],
  call: [async ({ callsOf, target }, use) => use(callsOf(target).call), unreported],
  provoke: [async ({ callsOf, target }, use) => use(callsOf(target).provoke), unreported],
  baseline: [async ({ callsOf, target }, use) => use(callsOf(target).baseline), unreported],
  canNameInDeletion: [
    async ({ connectionTo, target }, use) => use(connectionTo(target).guard.canNameInDeletion),
    unreported,
  ],
  provided: [
    async ({ target, connectionTo }, use, testInfo) => {
      const provided = provideStates(connectionTo(target));
      await use(provided);
      for (const failure of await provided.teardown())
        testInfo.annotations.push({ type: 'teardown', description: failure });
    },
    unreported,
  ],
  given: [async ({ provided }, use) => use(provided.given), unreported],
  endStates: [
    async ({ provided, callsOf, target }, use) =>
      use(() => Promise.all([provided.teardown(), callsOf(target).endStates()])),
    unreported,
  ],
  tag: [
    async ({ settings }, use, testInfo) => use(getTag(settings, `${nameTest()} ${testInfo.repeatEachIndex}`)),
    unreported,
  ],
  decideAtEnd: [
    async ({ settings, connectionTo, callsOf, target }, use, testInfo) => {
      await use(undefined);
      const { journal, observer } = connectionTo(target);
      await callsOf(target).checkResponses(testInfo);
      decideOutcome(testInfo, { settings, waivers: runContext.waivers }, [
        journal.writeRequests,
        observer.writeObservation,
        () => observer.attachExchanges(testInfo),
      ]);
      recordNoticed(testInfo);
    },
    { auto: true, ...unreported },
  ],
  requireCapabilities: [
    async ({ settings, decideAtEnd: _ }, use, testInfo) => {
      const needs = getDescriptions(testInfo.annotations, NEEDS).filter(isCapability);
      const without = getMissingCapabilities(needs, settings.WITHOUT);
      if (without.length > 0) skipTest({ kind: 'capability', without });
      await use(undefined);
    },
    { auto: true, ...unreported },
  ],
});

/** Playwright's `test` with the fixtures of every conformance test. */
export const test = overTargets(extended);

/** The annotation that names the target of a test where a run has several. */
export const TARGET = 'target';
/** The annotation of a test that failed on one of several targets. */
export const NOTICED = 'noticed';

function getTarget({ annotations }: TestInfo): Target {
  const [name] = getDescriptions(annotations, TARGET);
  return runContext.targets.find((target) => target.name === name) ?? settings;
}

/** Records a failure of one of several targets, so that the worker goes on. */
function recordNoticed(testInfo: TestInfo): void {
  const has = (label: string) => testInfo.annotations.some(({ type }) => type === label);
  if (has(TARGET) && has(REPEATED_CREDENTIAL))
    testInfo.annotations.push({ type: NOTICED, description: REPEATED_CREDENTIAL });
  if (!has(TARGET) || (testInfo.status !== 'failed' && testInfo.status !== 'timedOut')) return;
  testInfo.annotations.push({ type: NOTICED, description: testInfo.errors.map(({ message }) => message).join('\n') });
  endTestAs(testInfo, 'passed');
}

type ConformanceTest<T extends object, W extends object> = (
  title: string,
  details: TestDetails,
  body: Parameters<TestType<T, W>>[2],
) => void;

/** Returns the `test` of a run: registers each test once, or once per target that may have a fault it finds. */
function overTargets<T extends object, W extends object>(base: TestType<T, W>): ConformanceTest<T, W> {
  const { targets } = runContext;
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
        { ...details, lock: [], annotation: [...annotations, { type: TARGET, description: name }] },
        body,
      );
  };
}
