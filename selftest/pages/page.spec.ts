import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { register } from '#api/register';
import { test } from '../tools/chromium.ts';
import { documentOf, drift } from '../tools/page-document.ts';
import { broken, open, waiver } from './shown-page.ts';

test('shows the verdict with its three numbers', async ({ page }) => {
  const document = await documentOf(broken);
  await open(page, document);

  const { passed } = document.counts.must;
  const words = `RED: NON-CONFORMANT: 1 of ${passed + 3} musts failed: TOK-03; waived: USR-01; 1 warning: TOK-46`;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('✗ NON-CONFORMANT');
  await expect(page.getByText(`${passed} of ${passed + 3}`)).toBeVisible();
  await expect(page).toHaveTitle('NON-CONFORMANT: conformance of sandbox');
  await expect(page.getByText(words)).toBeVisible();
  await expect(page.locator('.facts')).toHaveText(
    /Wallet <b> 4\.2.*c0ffee.*A bank.*qa@example\.org.*6 operations, 13 industries/s,
  );
  const numbers = [/musts passed/, /^2 failed, 1 of them waived$/, /^1 not exercised$/];
  await expect(page.locator('.numbers li')).toContainText(numbers);
  const sums = page.locator('tfoot td');
  await expect(sums).toHaveText([`${passed}`, '2', '1', '1', /\d+/]);
});

test('filters by endpoint, level and outcome, and shows all again', async ({ page }) => {
  await open(page, await documentOf(broken));
  const rows = page.locator('tr[data-level]:visible');

  await page.getByRole('combobox', { name: 'outcome' }).selectOption('failed');
  await expect(rows).toHaveCount(1);
  await page.getByRole('combobox', { name: 'level' }).selectOption('should');
  await expect(rows).toHaveCount(0);
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('combobox', { name: 'endpoint' }).selectOption('instore-orders');
  const ofOrders = register.filter(({ endpoint }) => endpoint === 'instore-orders').length;
  await expect(page.getByRole('status')).toHaveText(`${ofOrders} of ${register.length} requirements`);
  await expect(page.locator('#endpoint-oauth-token')).toBeHidden();
});

test('keeps search and filters in the address, and jumps from failure to failure', async ({ page }) => {
  const file = await open(page, await documentOf(broken));
  const rows = page.locator('tr[data-level]:visible');

  await page.getByLabel('search').fill('access token begins');
  await expect(rows).toHaveCount(1);
  await page.getByLabel('search').fill('');
  await page.getByRole('combobox', { name: 'outcome' }).selectOption('failed');
  await page.goto('about:blank');
  await page.goto(`file://${file}#outcome=failed`);
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Next failure' }).click();
  await expect(page.locator(':focus')).toHaveAttribute('id', 'TOK-03');

  await page.keyboard.press('Escape');
  await page.goto(`file://${file}#main`);
  await expect(page.locator(':focus')).toHaveAttribute('id', 'main');
});

test('tells a cause once, with what is wanted, its commands and, by the keyboard, its exchange', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, await documentOf(broken));
  await expect(page.getByRole('row', { name: 'TOK-03' }).last()).toContainText(
    'answered 500: success (any 2xx)',
  );

  await page.getByRole('link', { name: 'cause 1' }).click();
  const cause = page.getByRole('article', { name: 'a valid request is answered 500' });

  await expect(cause.getByRole('row', { name: 'status' })).toHaveText(/status.*success \(any 2xx\).*500/s);
  await cause.getByRole('button', { name: 'Copy rerun' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^TARGET=sandbox .* --grep @TOK-03$/);
  await expect(cause.getByText('curl -X POST x')).toBeVisible();
  await cause.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(cause.getByText("$ curl -X POST 'https://x'")).toBeVisible();
});

test('lists waivers, drift, industries, what was left behind and what could not be ended', async ({
  page,
}) => {
  const failedTeardowns = [{ state: 'an access token', why: 'answered 500' }] as const;
  await open(page, await documentOf(broken, { waivers: [waiver], drift, failedTeardowns }));

  await expect(page.getByRole('region', { name: 'Waivers' }).last()).toContainText('known since May');
  await expect(page.locator('a[href^="javascript"]')).toHaveCount(0);
  await expect(page.getByText('changed TOK-74 Which status? status: 200 → 201')).toBeVisible();
  await expect(page.locator('#answer-TOK-74')).toContainText('changed');
  await expect(page.locator('.matrix tbody tr')).toHaveCount(13);
  await expect(page.getByText('1 resources')).toBeVisible();
  const teardowns = page.getByRole('region', { name: 'Provider states that could not be ended' });
  await expect(teardowns.getByRole('listitem')).toHaveText(['an access token: answered 500']);
});

test('asks no network for anything and runs no script of a target', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('dialog', () => requests.push('a dialog'));

  const file = await open(page, await documentOf(broken));

  expect(requests).toEqual([`file://${file}`]);
  expect(readFileSync(file, 'utf8')).not.toMatch(/(?:src|href)="https?:/);
});
