import { _baseTest as base, type TestInfo } from '@playwright/test';
import type { Call } from './call.ts';
import { type Calls, type Canonical, createCalls, remember } from './canonical.ts';
import { type Capability, isCapability, switchedOff } from './capabilities.ts';
import { type Connection, connect } from './connection.ts';
import { NEEDS } from './covers.ts';
import { settings as fromEnvironment } from './environment.ts';
import { type Given, provideStates } from './given.ts';
import { markOf } from './mark.ts';
import { createPace, shareOfWorker } from './pace.ts';
import type { Settings } from './settings.ts';
import { settle } from './settle.ts';
import { noteNoticed, overTargets, type Target, targetOf } from './targets.ts';

interface Worker {
  readonly settings: Settings;
  readonly connectionTo: (target: Target) => Connection;
  /** What one worker shares among its tests of one target. */
  readonly callsOf: (target: Target) => Calls;
}

interface Fixtures {
  /** The service that this test is run against. */
  readonly target: Target;
  /** Sends a request of an operation. */
  readonly call: Call;
  /** The exchange of an operation's valid twin: suite/canonical.ts. */
  readonly canonical: Canonical;
  /** Brings a provider state about for this test and ends it afterwards. */
  readonly given: Given;
  /** A text that nothing else in this run is marked with, for what the test creates. */
  readonly mark: string;
  readonly settled: undefined;
  readonly capable: undefined;
}

/** No step in the reports for a fixture: a test has more of them than steps of its own. */
const unreported = { box: 'self' } as const;

// The base has no fixtures for browsers, which each test would set up anew, and no trace, which would hold secrets.
const extended = base.extend<Fixtures, Worker>({
  settings: [fromEnvironment, { scope: 'worker', option: true }],
  connectionTo: [
    async ({ settings }, use, { config }) => {
      const pace = createPace(shareOfWorker(settings, config.workers));
      await use(remember((target) => connect(target, settings, pace)));
    },
    { scope: 'worker', ...unreported },
  ],
  callsOf: [
    async ({ settings, connectionTo }, use) => {
      const teardowns: (() => Promise<unknown>)[] = [];
      await use(
        remember((target) => {
          const { reach, states } = connectionTo(target);
          const { given, teardown } = provideStates(target.PROVIDER_STATES_URL, process.env, states);
          teardowns.push(teardown);
          return createCalls({
            baseUrl: target.BASE_URL,
            reach,
            given,
            mark: markOf(settings, 'canonical'),
            without: settings.WITHOUT,
          });
        }),
      );
      await Promise.all(teardowns.map((teardown) => teardown()));
    },
    { scope: 'worker', ...unreported },
  ],
  target: [async ({ settings: _ }, use, testInfo) => use(targetOf(testInfo)), unreported],
  call: [async ({ callsOf, target }, use) => use(callsOf(target).call), unreported],
  canonical: [async ({ callsOf, target }, use) => use(callsOf(target).canonical), unreported],
  given: [
    async ({ target, connectionTo }, use, testInfo) => {
      const { states } = connectionTo(target);
      const { given, teardown } = provideStates(target.PROVIDER_STATES_URL, process.env, states);
      await use(given);
      for (const failure of await teardown())
        testInfo.annotations.push({ type: 'teardown', description: failure });
    },
    unreported,
  ],
  mark: [
    async ({ settings }, use, testInfo) => use(markOf(settings, testInfo.testId.slice(-12))),
    unreported,
  ],
  settled: [
    async ({ settings }, use, testInfo) => {
      await use(undefined);
      settle(testInfo, settings.STRICT);
      noteNoticed(testInfo);
    },
    { auto: true, ...unreported },
  ],
  capable: [
    async ({ settings, settled: _ }, use, testInfo) => {
      const reason = switchedOff(needsOf(testInfo), settings.WITHOUT);
      testInfo.skip(reason !== undefined, `not exercised: ${reason}`);
      await use(undefined);
    },
    { auto: true, ...unreported },
  ],
});

/** Playwright's `test` with what every conformance test stands on. */
export const test = overTargets(extended);

function needsOf({ annotations }: TestInfo): Capability[] {
  const described = annotations.filter(({ type }) => type === NEEDS);
  return described.map(({ description = '' }) => description).filter(isCapability);
}
