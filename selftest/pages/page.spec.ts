import { readFileSync } from 'node:fs';
import { register } from '#api/register';
import { expect, long, test } from '../tools/fixtures.ts';
import { drift, getDocument } from '../tools/page-document.ts';
import { broken, open, waiver } from './shown-page.ts';

test('shows the verdict, one sentence, the numbers and the facts', async ({ page }) => {
  const document = await getDocument(broken, { conditions: { TOKEN_LIFETIME: '3600' } });
  await open(page, document);

  const { passed } = document.counts.must;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('NON-CONFORMANT');
  await expect(page).toHaveTitle('NON-CONFORMANT: 1 to fix. Wallet <b> 4.2');
  await expect(page.locator('.lead')).toHaveText(/^Defects to fix: 1\. They violate 1 of \d+ requirements\./);
  await expect(page.locator('.numbers')).toHaveText(
    new RegExp(`^${passed} passed\\s*1 failed\\s*1 waived\\s*1 not checked\\s*1 recommended`),
  );
  await expect(page.locator('.bar')).toContainText('1 to fix, warnings: 1');
  await expect(page.locator('.facts')).toHaveText(/A bank.*qa@example\.org.*2026-11.*not a certification run/s);
  await expect(page.locator('.notices')).toContainText('TOKEN_LIFETIME=3600');
  await expect(page.locator('.notices')).not.toContainText('TARGET=sandbox'); // the commands contain it
});

test('says in three lines what to do now', long, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, await getDocument(broken));

  const steps = page.locator('.next li');
  await expect(steps).toHaveCount(3);
  await expect(steps.first()).toContainText('Fix first: 1');
  await steps.nth(1).getByRole('button', { name: 'Copy' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^TARGET=sandbox .* --grep @TOK-03$/);
  await expect(steps.nth(2).locator('code')).toHaveText(/^TARGET=sandbox .*npm run conformance$/);
});

test('filters by the numbers of the result, operation, level and outcome, and resets', long, async ({ page }) => {
  await open(page, await getDocument(broken));
  const rows = page.locator('tr[data-level]:visible');

  await page.getByRole('link', { name: 'failed', exact: false }).first().click();
  await expect(rows).toHaveCount(1);
  await page.getByRole('link', { name: 'not checked' }).click();
  await expect(rows.locator('th')).toHaveText(['ORD-01']);
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('combobox', { name: 'operation' }).selectOption('instore-orders');
  const ofOrders = register.filter(({ endpoint }) => endpoint === 'instore-orders').length;
  await expect(page.getByRole('status')).toHaveText(`${ofOrders} of ${register.length} shown`);
  await page.getByLabel('search').fill('an open order is deleted');
  await expect(rows).toHaveCount(1);
});

test('keeps the filters in the address, and opens what an address names', long, async ({ page }) => {
  const file = await open(page, await getDocument(broken));

  await page.goto('about:blank');
  await page.goto(`file://${file}#outcome=failed`);
  await page.locator('#checks').click();
  await expect(page.locator('tr[data-level]:visible')).toHaveCount(1);
  await page.goto('about:blank');
  await page.goto(`file://${file}#TOK-04`);
  await expect(page.locator('#TOK-04')).toBeVisible();
  await page.goto(`file://${file}#main`);
  await expect(page.locator(':focus')).toHaveAttribute('id', 'main');
});

test('tells a defect once, with both values, one request and how to check the fix', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, await getDocument(broken));
  const fix = page.locator('#fix-1');

  await expect(fix.locator('summary').first()).toContainText('A valid request returns 500');
  await expect(fix.locator('summary').first()).toContainText(/Expected any 2xx\s*Actual 500/);
  await expect(fix.locator('.q')).toContainText('The reference:');
  await expect(fix.locator('ins')).toHaveText(['any 2xx']);
  await expect(fix.locator('.two del').first()).toHaveText('500');
  await fix.locator('.cmd').getByRole('button', { name: 'Copy' }).first().click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe("curl -i -X POST 'https://x'");
  await fix.getByText('Check the fix').click();
  await expect(fix.getByText(/--grep @TOK-03/)).toBeVisible();
  await fix.locator('summary', { hasText: 'All exchanges (1)' }).focus();
  await page.keyboard.press('Enter');
  await expect(fix.getByText("$ curl -X POST 'https://x'")).toBeVisible();
});

test('lists which state is missing, its variables, what it unlocks and how to get it', async ({ page }) => {
  const cause = { kind: 'state unset', state: 'an open in-store order', variables: ['STATE_X'] } as const;
  const reason = 'the state "an open in-store order" needs STATE_X';
  const found = { outcome: 'not exercised', reason, cause } as const;
  await open(page, await getDocument({ 'ORD-01': found, 'ORD-02': found }));

  const table = page.getByRole('region', { name: 'Missing states, table' });
  await expect(table.locator('tbody tr')).toHaveCount(1);
  await expect(table).toContainText('STATE_AN_OPEN_IN_STORE_ORDER__USER_ID');
  await expect(table).toContainText('checks: 2 (required: 2)');
  await expect(table).toContainText('Create an order at a point of sale and leave it open.');
  await expect(page.locator('.next li').first()).toContainText('an open in-store order');
});

test('lists waivers, drift, industries, created resources and failed teardowns', long, async ({ page }) => {
  const failedTeardowns = [{ state: 'an access token', why: 'returned 500' }] as const;
  await open(page, await getDocument(broken, { waivers: [waiver], drift, failedTeardowns }));

  await expect(page.getByRole('region', { name: 'Waivers' }).last()).toContainText('known since May');
  await expect(page.locator('a[href^="javascript"]')).toHaveCount(0);
  await page.locator('#questions').click();
  await expect(page.getByText('TOK-74 Which status? [status]')).toBeVisible();
  await expect(page.locator('#answer-TOK-74')).toContainText('changed');
  await page.locator('#created').click();
  await expect(page.getByText('test-users: 1')).toBeVisible();
  await page.locator('#about').click();
  await expect(page.getByText('an access token: returned 500')).toBeVisible();
});

test('asks no network for anything and runs no script of a target', long, async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('dialog', () => requests.push('a dialog'));

  const file = await open(page, await getDocument(broken));

  expect(requests).toEqual([`file://${file}`]);
  expect(readFileSync(file, 'utf8')).not.toMatch(/(?:src|href)="https?:/);
});
