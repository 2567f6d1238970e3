import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { expect } from '@playwright/test';
import { test } from '../tools/chromium.ts';
import { ownFolder } from '../tools/own-folder.ts';
import { runCommand } from '../tools/run-command.ts';
import { runSuite } from '../tools/run-suite.ts';
import { orderWaiver, waivers } from '../tools/waivers-folder.ts';

const REPORTS_DIR = ownFolder('allure');
const results = path.join(REPORTS_DIR, 'allure/awesome/data/test-results');

/** A run of one operation that breaks ORD-10, and the Allure report of it. */
async function report(variables: Readonly<Record<string, string>>): Promise<void> {
  const MOCK_FAULT = 'order-no-number-code';
  await runSuite({ REPORTS_DIR, MOCK_FAULT, SEED: '7', ...variables }, '--project=instore-orders');
  const { code, stderr } = await runCommand('report', [], { REPORTS_DIR });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
}

/** Returns what the report says of the tests of a requirement. */
function testsOf(id: string) {
  const all = readdirSync(results).map((file) => JSON.parse(readFileSync(path.join(results, file), 'utf8')));
  return all.filter(({ groupedLabels }) => groupedLabels.requirement?.includes(id));
}

async function firstUrl(stream: Readable): Promise<string> {
  for await (const chunk of stream) {
    const [url] = String(chunk).match(/http:\S+/) ?? [];
    if (url) return url;
  }
  throw new Error('The report is not served.');
}

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  await report({});
});

test('the tree goes from endpoint to requirement to test, with level and section', { tag: '@long' }, () => {
  const [found] = testsOf('ORD-10');

  expect(found.groupedLabels).toMatchObject({
    epic: ['instore-orders'],
    feature: [expect.stringMatching(/^ORD-10 .+ invalid_collectorId/)],
    level: ['must'],
    section: ['7'],
    outcome: ['failed'],
  });
  expect(found.categories.map(({ name }: { name: string }) => name)).toEqual(['Breach']);
  expect(found.descriptionHtml).toContain('(must, reference 7)');
  expect(found.parameters).toContainEqual(expect.objectContaining({ name: 'SEED', value: '7' }));
});

test('every test that fails has its exchanges as attachments, with a curl line and no secret', {
  tag: '@long',
}, () => {
  const attachments = path.join(REPORTS_DIR, 'allure/awesome/data/attachments');
  const texts = readdirSync(attachments).map((file) => readFileSync(path.join(attachments, file), 'utf8'));
  const tests = readdirSync(results).map((file) => readFileSync(path.join(results, file), 'utf8'));

  const failed = tests.filter((text) => text.includes('"status":"failed"'));
  expect(failed).not.toEqual([]);
  expect(failed.filter((text) => !text.includes('"attachment"'))).toEqual([]);
  expect(
    texts.filter((text) => /\$ curl -X DELETE .*Bearer '"\$STATE_AN_OPEN_IN_STORE_ORDER__ACCESS_TOKEN"/.test(text)),
  ).not.toEqual([]);
  expect(texts.filter((text) => /Bearer (?!'"\$\w|' |\[redacted])/.test(text))).toEqual([]);
});

test('the facts of the run stand in the block of the environment', { tag: '@long' }, () => {
  const file = path.join(REPORTS_DIR, 'allure/awesome/widgets/variables.json');

  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    'A part of a run': expect.stringContaining('--project=instore-orders'),
    Verdict: 'NON-CONFORMANT under MOCK_FAULT=order-no-number-code',
    Decision: expect.stringMatching(/^RED: NON-CONFORMANT under \S+: 1 of \d+ musts failed: ORD-10/),
    Target: 'embedded',
    'Base URL': expect.stringContaining('http://127.0.0.1:'),
    Suite: expect.stringMatching(/^payments-conformance \d+\.\d+\.\d+$/),
    Commit: expect.stringMatching(/^[0-9a-f]{40}(\+changes)?$/),
    Seed: '7',
    Depth: 'standard',
    'Reference version': expect.stringMatching(/^\d+ requirements, [0-9a-f]{12}$/),
  });
});

test('the report is served as it was made, and asks no other host for anything', { tag: '@slow' }, async ({ page }) => {
  const server = spawn(process.execPath, ['--import', 'tsx', 'cli/conformance.ts', 'report', 'open'], {
    env: { PATH: process.env.PATH, REPORTS_DIR },
    detached: true, // so that the server that it starts ends with it
  });
  const url = await firstUrl(server.stdout);
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));

  await page.goto(url);
  await expect(page.getByText('Run after run')).toBeVisible();
  await page.goto(new URL('dashboard/', url).href);
  await expect(page.getByText('Status dynamics')).toBeVisible();
  await page.goto(new URL('awesome/', url).href);
  await page.getByText('refuses a user_id of letters').click(); // Allure opens the branches of failed tests
  await expect(page.getByText('Attachments')).toBeVisible();
  process.kill(-Number(server.pid));

  expect([...hosts]).toEqual([new URL(url).host]);
});

test('a waived breach shows as waived, in a report that remembers the night before', {
  tag: '@slow',
}, async () => {
  await report(waivers(orderWaiver));

  const [found] = testsOf('ORD-10');

  expect(found.status).toBe('skipped');
  expect(found.groupedLabels.outcome).toEqual(['waived']);
  expect(found.categories.map(({ name }: { name: string }) => name)).toEqual(['Waived']);
  expect(found.descriptionHtml).toContain(orderWaiver.reason);
  expect(found.history).toMatchObject([{ status: 'failed' }]);
});

test('without a run there is nothing to report, in one sentence', { tag: '@long' }, async () => {
  const empty = ownFolder('empty');

  const { code, stderr } = await runCommand('report', [], { REPORTS_DIR: empty });

  expect(code).toBe(1);
  expect(stderr).toBe(`${empty}/allure-results is not there: run npm run conformance -- run first.\n`);
});
