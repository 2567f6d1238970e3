import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { inconsistencies } from './inconsistencies.ts';
import { clientSamples, type Sample, samples } from './samples.ts';

// `node --import tsx selftest/samples/main.ts [FOLDER] [SELECTION…]`: makes eight sample runs in FOLDER (default:
// reports/samples), prints inconsistencies in their reports, and takes pictures of each page. Without a selection it
// renews the pictures of docs/.

const [folder = 'reports/samples', ...selection] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });

const inDocs: Readonly<Record<string, string>> = {
  clean: 'docs/report-clean.png',
  failing: 'docs/report.png',
  incomplete: 'docs/report-incomplete.png',
  waived: 'docs/report-waived.png',
  outage: 'docs/report-outage.png',
};

for (const [name, make] of Object.entries(samples)) {
  const sample = await make(...selection);
  for (const words of inconsistencies(sample)) say(`${name}: ${words}`);
  await keep(name, sample, 'conformance.html');
}
for (const [name, make] of Object.entries(clientSamples)) {
  const sample = await make();
  await keep(name, sample, sample.page);
}
await browser.close();

async function keep(name: string, { reports, code, output }: Sample, file: string): Promise<void> {
  const own = path.resolve(folder, name);
  mkdirSync(own, { recursive: true });
  cpSync(reports, own, { recursive: true });
  writeFileSync(path.join(own, 'console.txt'), output);
  const { sheets, tooWide } = await takePictures(path.join(own, file));
  for (const width of tooWide) say(`${name}: the page does not fit ${width} pixels`);
  const picture = selection.length === 0 ? inDocs[name] : undefined;
  if (picture !== undefined) await takeFirstScreen(path.join(own, file), picture);
  say(`${name}: exit ${code}, ${sheets} sheets, ${own}`);
}

async function takePictures(file: string) {
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

async function takeFirstScreen(file: string, picture: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 720 } });
  await page.goto(`file://${file}`);
  await page.screenshot({ path: picture });
  await page.close();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
