import { writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { register } from '#api/register';
import { answerMatrix } from '#reporters/html/answers';
import type { RunRecord } from '#results/history/history';
import { recordOf } from '#results/history/record';
import type { Ledger } from '#results/ledger/answers';
import { judgeRequirement } from '#results/verdict';
import { test } from '../tools/chromium.ts';
import { documentOf } from '../tools/page-document.ts';
import { broken, openWith } from './shown-page.ts';

test('shows which values fail in which industry, and leads to the entry', async ({ page }) => {
  const problems = [{ kind: 'status', wanted: 'success', got: 400 }] as const;
  const exchange = { method: 'POST', path: '/checkout/preferences', status: 400, problems };
  const cause = { kind: 'breach', exchanges: [exchange], cases: ['whole prices'] } as const;
  const document = await documentOf({});
  const of = (industry: string, found: object) => ({ title: industry, file: 'x', line: 1, industry, ...found });
  const requirements = document.requirements.map((row) =>
    row.id === 'PRF-02'
      ? judgeRequirement(row, [
          of('tourism', { outcome: 'failed', reason: '400', cause }) as never,
          of('apparel', { outcome: 'passed' }) as never,
        ])
      : row,
  );
  await openWith(page, { ...document, requirements }, {});

  const failing = page.getByRole('region', { name: 'Industries with a failing value, table' });
  await expect(failing.locator('tbody tr')).toHaveText([/Tourism.*failed.*PRF-02 whole prices/s]);
  await failing.getByRole('link', { name: 'PRF-02' }).click();
  await expect(page).toHaveURL(/#fix-1$/);
  await expect(page.locator('#fix-1')).toContainText('A valid Tourism preference returns 400');
});

test('says what is new, fixed and still failing since which build', async ({ page }) => {
  const document = await documentOf(broken);
  const night = (day: string, failed: string[]): RunRecord => {
    const run = recordOf(document, []);
    const outcomes = { ...run.outcomes, failed };
    return { ...run, run: day, build: `b${day.slice(8)}`, started: `${day}T03:00:00.000Z`, outcomes };
  };
  const earlier = [night('2025-12-29', []), night('2025-12-30', ['TOK-03', 'WAL-01'])];
  await openWith(page, document, { earlier });

  await expect(page.locator('.changes dd')).toHaveText([/none/, /WAL-01/, /TOK-03\s+since b30, 2025-12-30 03:00/]);
  await expect(page.locator('#fix-1')).toContainText('Fails since build b30 (2025-12-30).');
});

test('lays the answers of targets side by side', async ({ page }) => {
  const ledger = (target: string, status: number): Ledger => ({
    target,
    depth: 'standard',
    answers: { 'PNT-60': { 'What then?': { status, code: null } } },
    observed: {},
  });
  const file = test.info().outputPath('matrix.html');
  writeFileSync(file, answerMatrix([ledger('one', 404), ledger('two', 409), ledger('three', 404)], register, 'en'));
  await page.goto(`file://${file}#outcome=differs`);

  await expect(page.getByText('They differ in: 1.')).toBeVisible();
  await expect(page.getByRole('row', { name: 'PNT-60' }).locator('td')).toHaveClass(['answered', 'warned', 'answered']);
});
