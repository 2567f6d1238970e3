import { readFileSync, writeFileSync } from 'node:fs';
import type { TestResult } from '@playwright/test/reporter';

// All that rests on parts of Allure which its documentation does not promise. selftest/failing-run.spec.ts says in one
// sentence which of them an upgrade has changed.

/** The media type by which allure-playwright takes an attachment for facts about the test. */
const MESSAGE = 'application/vnd.allure.message+json';

/** Tells allure-playwright facts about a test, before it reads the result. */
export function tellAllure(result: TestResult, data: object): void {
  const body = Buffer.from(JSON.stringify({ type: 'metadata', data }));
  result.attachments.push({ name: 'Allure Metadata', contentType: MESSAGE, body });
}

/** Allure's page calls a public host when it is opened: a report of ours calls none. */
export function stripAnalytics(file: string): void {
  const page = readFileSync(file, 'utf8');
  const analytics =
    /<script async src="https:\/\/www\.googletagmanager\.com[^>]*><\/script>\s*<script>[\s\S]*?<\/script>/g;
  const clean = page.replace(analytics, '');
  if (/googletagmanager|gtag\(/.test(clean))
    throw new Error(`${file} calls a public host: adapt stripAnalytics to this version of allure.`);
  writeFileSync(file, clean);
}
