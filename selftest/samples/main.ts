import path from 'node:path';
import { chromium } from '@playwright/test';
import { samples } from './samples.ts';

// `node --import tsx selftest/samples/main.ts` renews the pictures of docs/reports.md.

const pictures: Readonly<Record<string, string>> = {
  clean: 'docs/report-clean.png',
  failing: 'docs/report.png',
  incomplete: 'docs/report-incomplete.png',
  waived: 'docs/report-waived.png',
  outage: 'docs/report-outage.png',
};

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1200, height: 720 } });
for (const [name, make] of Object.entries(samples)) {
  const picture = pictures[name];
  if (picture === undefined) continue;
  const { reports } = await make();
  await page.goto(`file://${path.join(reports, 'conformance.html')}`);
  await page.screenshot({ path: picture });
}
await browser.close();
