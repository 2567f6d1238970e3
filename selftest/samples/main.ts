import { cpSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { runGate } from '../sdk/run-gate.ts';
import { inconsistencies } from './inconsistencies.ts';
import { type Sample, samples } from './samples.ts';

// `node --import tsx selftest/samples/main.ts [FOLDER] [SELECTION…]`: makes the runs by which the reports are looked at, says
// what in them does not agree, and takes pictures of each page at 375 and 1280 pixels and its number of printed sheets.

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

/** Copies the reports and takes the pictures. */
async function keep(name: string, { reports, code }: Sample, file: string): Promise<void> {
  const own = path.resolve(folder, name);
  cpSync(reports, own, { recursive: true });
  const { sheets, tooWide } = await pictured(path.join(own, file));
  for (const width of tooWide) say(`${name}: it does not hold that the page fits ${width} pixels`);
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

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
