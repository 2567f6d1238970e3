import type { Browser, Page } from '@playwright/test';
import { industries } from '#factories/preferences/industry';
import { page as render } from '#reporters/html/page';
import type { Shown } from '#reporters/html/shown';
import type { Conformance } from '#results/document';
import { toHistoryRecord } from '#results/history/record';
import { outcomes } from '#results/verdict';
import type { Resource } from '#run/channels';
import { readJsonFile } from '#run/json-file';
import { fileWith } from '../tools/fixtures.ts';
import { evidenceFor, type Found, waiver as usualWaiver } from '../tools/page-document.ts';

interface Content {
  /** Outcomes of each kind that a page shows differently. */
  readonly broken: Found;
  readonly leftBehind: Resource;
}
const { value } = readJsonFile<Content>('selftest/pages/content.json', {});
export const { broken } = value;

const accepted = Object.fromEntries(industries.map((industry) => [industry, { status: 'success' }]));
/** A question with a recorded value for each industry. */
export const spelled = { 'PRF-65': { outcome: 'answered', answer: accepted } } as const;

/** A waiver with an invalid link. */
export const waiver = {
  ...usualWaiver,
  ...({ requirement: 'USR-01', reason: 'known since May', link: 'javascript:alert(1)', outcome: 'applied' } as const),
};

/** Writes the page of a run and opens it; returns its file. */
export async function open(page: Page, document: Conformance): Promise<string> {
  const evidence = evidenceFor(document, 'TOK-03', "$ curl -X POST 'https://x'\n\n500 in 3 ms");
  return openWith(page, document, { evidence, left: [value.leftBehind], earlier: [toHistoryRecord(document, [])] });
}

export async function openPlain(browser: Browser, html: string, fragment = ''): Promise<Page> {
  const file = fileWith('page.html', html);
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await page.goto(`file://${file}${fragment}`);
  return page;
}

/** Opens the page of a run with additional content. */
export async function openWith(page: Page, document: Conformance, shown: Partial<Shown>): Promise<string> {
  const nothing: Shown = { evidence: new Map(), left: undefined, earlier: [], language: 'en' };
  const file = fileWith('page.html', render(document, { ...nothing, ...shown }));
  await page.goto(`file://${file}`);
  return file;
}

/** Keeps one requirement per outcome and the map by industry: slow checks look at each element of the page. */
export function few(document: Conformance): Conformance {
  const firsts = outcomes.map((word) => document.requirements.find(({ outcome }) => outcome === word));
  firsts.push(document.requirements.find(({ id }) => id === 'PRF-65'));
  return { ...document, requirements: firsts.filter((row) => row !== undefined) };
}
