import { writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { register } from '#api/register';
import { testKey } from '#reporters/html/evidence';
import { answerMatrix } from '#reporters/html/maps/answer-matrix';
import type { RunRecord } from '#results/history/history';
import { recordOf } from '#results/history/record';
import type { Ledger } from '#results/ledger/answers';
import { test } from '../tools/chromium.ts';
import { documentOf } from '../tools/page-document.ts';
import { broken, openWith } from './shown-page.ts';

test('shows which value breaks in which industry, and leads to its exchange', async ({ page }) => {
  const exchange = { method: 'POST', path: '/checkout/preferences', status: 400, problems: [] };
  const cause = { kind: 'breach', exchanges: [exchange], cases: ['whole prices'] } as const;
  const document = await documentOf({ 'PRF-02': { outcome: 'failed', reason: 'answered 400', cause } });
  const tests = document.requirements.find(({ id }) => id === 'PRF-02')?.tests ?? [];
  const evidence = new Map(tests.map((one) => [testKey(one), { industry: 'tourism', exchanges: [] }]));
  await openWith(page, document, { evidence });

  const broken = page.getByRole('region', { name: 'Broken values by industry' });
  await expect(broken.locator('tbody tr')).toHaveText(/PRF-02 whole prices/);
  await broken.getByRole('link', { name: 'failed' }).click();
  await expect(page).toHaveURL(/#cause-1$/);
  await expect(page.getByText('rows in which nothing is broken')).toBeVisible();
});

test('a cell in which nothing is broken opens an exchange of its test', async ({ page }) => {
  const document = await documentOf({});
  const tests = document.requirements.find(({ id }) => id === 'PRF-02')?.tests ?? [];
  const exchange = { name: 'POST /checkout/preferences → 201', text: '$ curl -X POST x' };
  const evidence = new Map(
    tests.map((one) => [testKey(one), { industry: 'tourism', exchanges: [exchange] }]),
  );
  await openWith(page, document, { evidence });

  await page.getByText('Rows in which nothing is broken').click();
  await page
    .getByRole('region', { name: 'Values by industry' })
    .getByRole('link', { name: 'passed' })
    .first()
    .click();
  await expect(page).toHaveURL(/#exchange-1$/);
  await expect(page.getByRole('region', { name: /^PRF-02 / })).toHaveText('$ curl -X POST x');
});

test('draws the runs that were, and says what is new, fixed and failing since when', async ({ page }) => {
  const document = await documentOf(broken);
  const night = (day: string, failed: string[]): RunRecord => {
    const run = recordOf(document, []);
    const outcomes = { ...run.outcomes, failed };
    return {
      ...run,
      run: day,
      started: `${day}T03:00:00.000Z`,
      outcomes,
      drift: { changed: 1, new: 0, gone: 0 },
    };
  };
  const earlier = [night('2025-12-29', []), night('2025-12-30', ['TOK-03', 'WAL-01'])];
  await openWith(page, document, { earlier });

  await expect(page.locator('.changes dd')).toHaveText([
    /nothing/,
    /TOK-03 since 2025-12-30 03:00/,
    /WAL-01/,
  ]);
  await expect(page.getByRole('img', { name: 'Musts by outcome in 3 runs' }).locator('g')).toHaveCount(3);
  await expect(page.locator('svg text')).toHaveCount(2);
});

test('lays the answers of targets side by side', async ({ page }) => {
  const ledger = (target: string, status: number): Ledger => ({
    target,
    depth: 'standard',
    answers: { 'PNT-60': { 'What then?': { status, code: null } } },
    observed: {},
  });
  const file = test.info().outputPath('matrix.html');
  writeFileSync(
    file,
    answerMatrix([ledger('one', 404), ledger('two', 409), ledger('three', 404)], register, 'en'),
  );
  await page.goto(`file://${file}#outcome=differs`);

  await expect(page.getByText('The targets differ in: 1.')).toBeVisible();
  await expect(page.getByRole('row', { name: 'PNT-60' }).locator('td')).toHaveClass([
    'answered',
    'warned',
    'answered',
  ]);
});
