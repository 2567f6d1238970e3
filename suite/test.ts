import { test as base, request } from '@playwright/test';
import type { Call } from './call.ts';
import { type Canonical, createCalls } from './canonical.ts';
import { settings as fromEnvironment } from './environment.ts';
import { type Given, provideStates } from './given.ts';
import { createReach } from './reach.ts';
import { createSend } from './send.ts';
import type { Settings } from './settings.ts';
import { settle } from './settle.ts';

interface Worker {
  readonly settings: Settings;
  /** What one worker shares among its tests. */
  readonly calls: { readonly call: Call; readonly canonical: Canonical };
}

interface Fixtures {
  /** Sends a request of an operation. */
  readonly call: Call;
  /** The exchange of an operation's valid twin, sent once a worker. */
  readonly canonical: Canonical;
  /** Brings a provider state about for this test and ends it afterwards. */
  readonly given: Given;
  /** A text that nothing else in this run is marked with, for what the test creates. */
  readonly mark: string;
  readonly settled: undefined;
}

/** Playwright's `test` with what every conformance test stands on. */
export const test = base.extend<Fixtures, Worker>({
  settings: [fromEnvironment, { scope: 'worker', option: true }],
  calls: [
    async ({ settings }, use) => {
      const { given, teardown } = provideStates(settings.PROVIDER_STATES_URL, process.env);
      const send = createSend(() => request.newContext(), settings.REQUEST_TIMEOUT);
      await use(createCalls(settings.BASE_URL, createReach(send), given, markOf(settings, 'canonical')));
      await teardown();
    },
    { scope: 'worker' },
  ],
  call: async ({ calls }, use) => use(calls.call),
  canonical: async ({ calls }, use) => use(calls.canonical),
  given: async ({ settings }, use, testInfo) => {
    const { given, teardown } = provideStates(settings.PROVIDER_STATES_URL, process.env);
    await use(given);
    for (const failure of await teardown())
      testInfo.annotations.push({ type: 'teardown', description: failure });
  },
  mark: async ({ settings }, use, testInfo) =>
    use(markOf(settings, testInfo.testId.split('-').join('').slice(-12))),
  settled: [
    async ({ settings }, use, testInfo) => {
      await use(undefined);
      settle(testInfo, settings.STRICT);
    },
    { auto: true },
  ],
});

/** `conformance-<run>-<name>`: tells a janitor what a run has left behind. */
function markOf({ RUN_ID }: Settings, name: string): string {
  return `conformance-${RUN_ID}-${name}`;
}
