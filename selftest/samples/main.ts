import { cpSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { runGate } from '../sdk/run-gate.ts';
import { inconsistencies } from './inconsistencies.ts';
import { type Sample, samples } from './samples.ts';

// `node --import tsx selftest/samples/main.ts [FOLDER] [SELECTION…]`: makes the runs by which the reports are looked at, says
// what in them does not agree, and takes pictures of each page at 375 and 1280 pixels and its number of printed sheets.
// Without a selection it renews the pictures of docs/.

const [folder = 'reports/samples', ...selection] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });

for (const [name, make] of Object.entries(samples)) {
  const sample = await make(...selection);
  for (const words of inconsistencies(sample)) say(`${name}: ${words}`);
  await keep(name, sample, 'conformance.html');
}
const gate = await runGate('--', 'node', 'selftest/sdk/clients/fetch.mjs');
await keep('sdk', { reports: gate.reports, output: gate.out, code: gate.code }, 'sdk.html');
await browser.close();

/** The samples whose first screens stand in docs/. */
const inDocs: Readonly<Record<string, string>> = {
  clean: 'docs/report-clean.png',
  faulty: 'docs/report.png',
  'environment only': 'docs/report-incomplete.png',
  'waived, with drift': 'docs/report-waived.png',
  'target down': 'docs/report-outage.png',
};

/** Copies the reports and takes the pictures. */
async function keep(name: string, { reports, code }: Sample, file: string): Promise<void> {
  const own = path.resolve(folder, name);
  cpSync(reports, own, { recursive: true });
  const { sheets, tooWide } = await pictured(path.join(own, file));
  for (const width of tooWide) say(`${name}: it does not hold that the page fits ${width} pixels`);
  const picture = selection.length === 0 ? inDocs[name] : undefined;
  if (picture !== undefined) await firstScreen(path.join(own, file), picture);
  say(`${name}: exit ${code}, ${sheets} sheets, ${own}`);
}

async function pictured(file: string) {
  const page = await browser.newPage();
  const tooWide: number[] = [];
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 1000 });
    await page.goto(`file://${file}`);
    await page.screenshot({ path: `${file}.${width}.png` });
    if ((await page.evaluate('document.documentElement.scrollWidth')) !== width) tooWide.push(width);
  }
  const pdf = await page.pdf({ format: 'A4' });
  await page.close();
  return { sheets: pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0, tooWide };
}

/** Takes the picture of what a reader sees first. */
async function firstScreen(file: string, picture: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 720 } });
  await page.goto(`file://${file}`);
  await page.screenshot({ path: picture });
  await page.close();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
