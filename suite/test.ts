import { test as base, request } from '@playwright/test';
import type { Call } from './call.ts';
import { type Canonical, createCalls } from './canonical.ts';
import { settings } from './environment.ts';
import { type Given, provideStates } from './given.ts';
import { createReach } from './reach.ts';
import { createSend } from './send.ts';
import { ANSWER, settle } from './settle.ts';

interface Worker {
  readonly calls: { readonly call: Call; readonly canonical: Canonical };
}

interface Fixtures {
  /** Sends a request of an operation. */
  readonly call: Call;
  /** The exchange of an operation's valid twin, sent once a worker. */
  readonly canonical: Canonical;
  /** Brings a provider state about for this test and ends it afterwards. */
  readonly given: Given;
  /** Records the answer to a question: a small JSON value that is the same for the same behaviour. */
  readonly record: (answer: unknown) => void;
  /** A text that nothing else in this run is marked with, for what the test creates. */
  readonly mark: string;
  readonly settled: undefined;
}

/** Playwright's `test` with what every conformance test stands on. */
export const test = base.extend<Fixtures, Worker>({
  calls: [
    async ({}, use) => {
      const { given, teardown } = provideStates(settings.PROVIDER_STATES_URL, process.env);
      const send = createSend(() => request.newContext(), settings.REQUEST_TIMEOUT);
      await use(createCalls(settings.BASE_URL, createReach(send), given, markOf('canonical')));
      await teardown();
    },
    { scope: 'worker' },
  ],
  call: async ({ calls }, use) => use(calls.call),
  canonical: async ({ calls }, use) => use(calls.canonical),
  given: async ({}, use, testInfo) => {
    const { given, teardown } = provideStates(settings.PROVIDER_STATES_URL, process.env);
    await use(given);
    for (const failure of await teardown()) testInfo.annotations.push({ type: 'teardown', description: failure });
  },
  record: async ({}, use, testInfo) =>
    use((answer) => testInfo.annotations.push({ type: ANSWER, description: JSON.stringify(answer) })),
  mark: async ({}, use, testInfo) => use(markOf(testInfo.testId)),
  settled: [
    async ({}, use, testInfo) => {
      await use(undefined);
      settle(testInfo, settings.STRICT);
    },
    { auto: true },
  ],
});

/** `conformance-<run>-<name>`: tells a janitor what a run has left behind. */
function markOf(name: string): string {
  return `conformance-${process.env.RUN_ID}-${name}`;
}
