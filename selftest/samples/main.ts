import path from 'node:path';
import { chromium } from '@playwright/test';
import { samples } from './samples.ts';

// `node --import tsx selftest/samples/main.ts` renews the pictures of docs/reports.md.
const pictured = ['clean', 'failing', 'incomplete', 'waived', 'outage'];

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1200, height: 720 } });
for (const [name, make] of Object.entries(samples)) {
  if (!pictured.includes(name)) continue;
  const { reports } = await make();
  await page.goto(`file://${path.join(reports, 'conformance.html')}`);
  await page.screenshot({ path: `docs/report-${name}.png` });
}
await browser.close();
