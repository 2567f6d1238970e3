import { readFileSync, statSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { register } from '#api/register';
import { page as render } from '#reporters/html/page';
import { testKey } from '#reporters/html/shown';
import type { RunRecord } from '#results/history/history';
import { toHistoryRecord } from '#results/history/record';
import { judgeRequirement } from '#results/verdict';
import { expect, long, test } from '../tools/fixtures.ts';
import { drift, getDocument } from '../tools/page-document.ts';
import { broken, few, open, openPlain, openWith, spelled, waiver } from './shown-page.ts';

test('shows which values fail in which industry, and leads to the entry', long, async ({ page }) => {
  const problems = [{ kind: 'status', wanted: 'success', got: 400 }] as const;
  const exchange = { method: 'POST', path: '/checkout/preferences', status: 400, problems };
  const cause = { kind: 'breach', exchanges: [exchange], cases: ['whole prices'] } as const;
  const document = await getDocument({});
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
  const document = await getDocument(broken);
  const night = (day: string, failed: string[]): RunRecord => {
    const run = toHistoryRecord(document, []);
    const outcomes = { ...run.outcomes, failed };
    return { ...run, run: day, build: `b${day.slice(8)}`, started: `${day}T03:00:00.000Z`, outcomes };
  };
  const earlier = [night('2025-12-29', []), night('2025-12-30', ['TOK-03', 'WAL-01'])];
  await openWith(page, document, { earlier });

  await expect(page.locator('.changes dd')).toHaveText([/none/, /WAL-01/, /TOK-03\s+since b30, 2025-12-30 03:00/]);
  await expect(page.locator('#fix-1')).toContainText('Fails since build b30 (2025-12-30).');
});

test('keeps a page small and printable on which everything fails', long, async ({ page }) => {
  const long = 'x'.repeat(20_000);
  const problems = [{ kind: 'control', got: 500, requirement: 'TOK-01' }] as const;
  const cause = { kind: 'breach', exchanges: [{ method: 'POST', path: '/x', status: 500, problems }] } as const;
  const failed = { outcome: 'failed', reason: long, cause } as const;
  const document = await getDocument(Object.fromEntries(register.map(({ id }) => [id, failed])));
  const exchanges = [{ name: 'POST /x → 500', text: `$ curl x\n\n${long}` }];
  const tests = document.requirements.flatMap((row) => row.tests);
  const evidence = new Map(tests.map((one) => [testKey(one), exchanges]));

  const file = await openWith(page, document, { evidence });
  const pdf = await page.pdf({ format: 'A4' });

  expect(statSync(file).size).toBeLessThan(1_000_000);
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBeLessThan(60);
  await expect(page.locator('.fix')).toHaveCount(7);
});

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 375],
] as const)
  test(`is accessible and fits ${width} pixels in ${colorScheme}`, long, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const document = await getDocument({ ...broken, ...spelled }, { waivers: [waiver], drift });
    await open(page, few(document));

    const { violations } = await new AxeBuilder({ page }).analyze();
    await page.locator('details').evaluateAll((all) => {
      for (const each of all) each.setAttribute('open', '');
    });
    const wide = await page.evaluate('document.documentElement.scrollWidth');

    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    expect(wide).toBe(width);
  });

test('prints the first sections unfolded, on white, with the verdict on each sheet', long, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  const file = await open(page, await getDocument(broken));
  await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);

  await expect(page.locator('#fix-1-request')).toBeVisible();
  await expect(page.locator('.bar')).toBeHidden();
  await expect(page.locator('#operations')).toBeVisible();
  await expect(page.locator('#checks')).toBeHidden();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  expect(readFileSync(file, 'utf8')).toMatch(/@top-left \{ content: "NON-CONFORMANT/);
});

test('is small, and can be read without its script', async ({ browser }) => {
  const shown = { evidence: new Map(), left: undefined, earlier: [], language: 'en' } as const;
  const html = render(await getDocument(broken), shown);
  const page = await openPlain(browser, html, '#TOK-04');

  expect(html.length).toBeLessThan(400_000);
  await expect(page.locator('#TOK-04')).toBeVisible();
  await expect(page.locator('#fix-1 .two')).toBeVisible();
});
