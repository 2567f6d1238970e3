import { existsSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { type Browser, test as base, chromium } from '@playwright/test';
import { close, listen } from './listen.ts';

export { expect } from '@playwright/test';

/** Marks a test that `npm test` leaves to `npm run test:long`, as selftest/playwright.config.ts says. */
export const long = { tag: '@long' };
export const slow = { tag: '@slow' };

const executablePath = '/usr/bin/chromium';
const args = [
  ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  ...['--disable-sync', '--no-first-run'],
];

interface Closable {
  readonly close: () => Promise<void>;
}

/** Returns the variables that name a provider as the target of a run. */
export function toTarget({ baseUrl, statesUrl }: { readonly baseUrl: string; readonly statesUrl: string }) {
  return { BASE_URL: baseUrl, PROVIDER_STATES_URL: statesUrl };
}

export type Serve = (listener: RequestListener) => Promise<string>;

interface Servers {
  /** Waits for a server, and closes it after the test. */
  readonly open: <Server extends Closable>(server: Promise<Server>) => Promise<Server>;
  /** Starts an HTTP server, and returns its origin. */
  readonly serve: Serve;
}

/** `test` with servers that end with it, and Debian's Chromium as its browser; skips if that is not installed. */
export const test = base.extend<Servers, { browser: Browser }>({
  open: async ({ playwright: _ }, use) => {
    const opened: Closable[] = [];
    await use(async (starting) => {
      const server = await starting;
      opened.push(server);
      return server;
    });
    await Promise.all(opened.map((server) => server.close()));
  },
  serve: async ({ open }, use) => {
    await use(async (listener) => {
      const server = createServer(listener);
      await open(Promise.resolve({ close: () => close(server) }));
      return listen(server);
    });
  },
  browser: [
    async ({ playwright: _ }, use) => {
      base.skip(!existsSync(executablePath), `there is no ${executablePath}: apt-get install chromium`);
      const browser = await chromium.launch({ executablePath, args });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});

/** Asks a states URL for a state as a run does. */
export function askState(statesUrl: string, state: string, action = 'setup'): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(statesUrl, { method: 'POST', headers, body: JSON.stringify({ state, params: {}, action }) });
}

/** Sets a state up and returns its values. */
export async function setUpState(statesUrl: string, state: string): Promise<Record<string, string>> {
  return Object(await (await askState(statesUrl, state)).json());
}
