import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { environment } from '../../suite/run/context.ts';
import { startPlaywright } from '../../suite/run/process/playwright.ts';

/** What the embedded provider breaks in the run that is shown: a report without a breach shows little. */
const FAULT = 'order-no-number-code';

/** The head of the page of a run in which one thing is broken, as PNG, taken by the browser at this path. */
export async function picture(executablePath: string): Promise<Buffer> {
  const reports = mkdtempSync(path.join(tmpdir(), 'picture-'));
  const run = { ...environment(), REPORTS_DIR: reports, MOCK_FAULT: FAULT, SEED: '1', RUN_ID: 'picture' };
  await once(startPlaywright(['test'], run, 'ignore'), 'close');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage({ viewport: { width: 1000, height: 620 } });
  await page.goto(pathToFileURL(path.join(reports, 'conformance.html')).href);
  const image = await page.screenshot({ type: 'png' });
  await browser.close();
  rmSync(reports, { recursive: true, force: true });
  return image;
}
