import { existsSync } from 'node:fs';
import { type Browser, test as base, chromium } from '@playwright/test';

const executablePath = '/usr/bin/chromium';
const args = [
  ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  ...['--disable-sync', '--no-first-run'],
];

/** `test` with Debian's Chromium as its browser; skips if it is not installed. */
export const test = base.extend<object, { browser: Browser }>({
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
