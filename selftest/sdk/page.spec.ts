import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { allureFiles } from '../tools/allure-files.ts';
import { expect, long, test } from '../tools/fixtures.ts';
import { ownFolder } from '../tools/own-folder.ts';
import { runCommand } from '../tools/runs.ts';

const REPORTS_DIR = ownFolder('sdk-page');
const file = `file://${path.join(REPORTS_DIR, 'sdk.html')}`;
const requests = [
  { to: '$MP_BASE_URL/users/test', body: { description: 'a <b>buyer</b>', site_id: 7 } },
  { to: '$MP_BASE_URL/payments' },
];

test.beforeAll(async () => {
  const sent = requests.map((request) => JSON.stringify(request));
  const command = ['--', process.execPath, 'selftest/sdk/clients/ask.mjs', ...sent];
  const { code } = await runCommand('sdk', ['--base-url', ...command], { REPORTS_DIR });
  expect(code).toBe(1);
});

test('shows the verdict of the gate, what was met, and every rule of every operation', async ({ page }) => {
  await page.goto(file);

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('✗ FAILED');
  for (const count of [/1 of 6/, /0 of 13/, /of 22/]) await expect(page.locator('.verdict .s')).toContainText(count);
  await page.getByLabel('outcome').selectOption('failed');
  const rows = page.locator('tr[data-level]:visible');
  await expect(rows).toHaveCount(1);
  await rows.locator('summary').click();
  await expect(rows).toContainText('/site_id is not a string');
  await expect(page.getByRole('region', { name: 'Also observed' })).toContainText('is not one of the six operations');
});

test('tells each breach first, beside its request, and numbers the requests so that they add up', async ({ page }) => {
  await page.goto(file);

  const breach = page.getByRole('article', { name: '/site_id is not a string' });
  await expect(breach).toContainText('"site_id":7');
  await breach.getByRole('link', { name: '#1' }).click();
  await expect(page).toHaveURL(/#request-1$/);
  const total = page.getByRole('region', { name: 'Operations' }).locator('tfoot tr:last-child td').first();
  await expect(page.locator('.sent tbody tr')).toHaveCount(Number(await total.textContent()));
});

test('the page of the gate is accessible and fits a telephone', long, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 900 });
  await page.goto(file);

  const { violations } = await new AxeBuilder({ page }).analyze();

  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
});

test('the Allure results of the gate stand under the project sdk, a result a rule', () => {
  const folder = path.join(REPORTS_DIR, 'allure-results');
  const results = readdirSync(folder).map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')));

  const epics = results.flatMap(({ labels }) => labels).filter(({ name }) => name === 'epic');
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['failed', 'passed', 'skipped']));
  expect(new Set(epics.map(({ value }) => value))).toEqual(new Set(['sdk']));
});

test('the Allure report is made of the gate alone', long, async () => {
  const { code, stderr } = await runCommand('report', [], { REPORTS_DIR });

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(allureFiles(REPORTS_DIR, 'widgets/variables.json')[0] ?? '')).toMatchObject({
    Verdict: 'FAILED',
    Way: 'base-url',
  });
});
