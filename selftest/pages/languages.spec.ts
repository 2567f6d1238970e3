import { writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { translations } from '../../reporters/html/languages.ts';
import { unescaped } from '../../reporters/html/markup.ts';
import { page as render } from '../../reporters/html/page.ts';
import type { Shown } from '../../reporters/html/shown.ts';
import { endpoints } from '../../suite/core/operations.ts';
import { recordOf } from '../../suite/results/history/record.ts';
import { type Outcome, outcomes } from '../../suite/results/outcome.ts';
import { clientRegister } from '../../tests/client/register.ts';
import { register } from '../../tests/register.ts';
import { test } from '../tools/chromium.ts';
import { documentOf } from '../tools/page-document.ts';

const musts = register.filter(({ level }) => level === 'must');
/** A row of each outcome, one of them a cause. */
const found = Object.fromEntries(outcomes.map((outcome, at) => [musts[at]?.id ?? '', outcomeOf(outcome)]));

function outcomeOf(outcome: Outcome) {
  const exchange = { method: 'POST', path: '/x', status: 500, problems: [] };
  return { outcome, reason: 'why', cause: { kind: 'breach', exchanges: [exchange] } } as const;
}

async function pageIn(language: Shown['language']): Promise<string> {
  const document = await documentOf(found);
  const earlier = [recordOf(document, [])];
  return render(document, { evidence: new Map(), left: [], earlier, language });
}

test('each language has every text that the page marks and every requirement, with the same values in it', async () => {
  const marked = [...(await pageIn('en')).matchAll(/ data-[tl]="([^"]*)"/g)].map(([, text = '']) =>
    unescaped(text),
  );
  const names: readonly string[] = endpoints;
  const wanted = new Set(
    [...marked, ...[...register, ...clientRegister].map(({ text }) => text)].filter(
      (text) => !names.includes(text),
    ),
  );
  const valuesIn = (text: string) => text.match(/\{\w+\}/g)?.sort() ?? [];

  for (const [language, texts] of Object.entries(translations)) {
    const missing = [...wanted].filter((text) => !texts[text]);
    expect(missing, `missing in reporters/texts/${language}.json`).toEqual([]);
    for (const [english, said] of Object.entries(texts))
      expect(valuesIn(said), english).toEqual(valuesIn(english));
  }
  expect(Object.keys(translations.es)).toEqual(Object.keys(translations.pt));
});

test('the page opens in the language of the setting, without its script too', async ({ browser }) => {
  const file = test.info().outputPath('page.html');
  writeFileSync(file, await pageIn('pt'));
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`file://${file}`);

  await expect(page.locator('html')).toHaveAttribute('lang', 'pt');
  await expect(page.getByRole('heading', { name: 'Requisitos' })).toBeVisible();
  await expect(page.locator('#TOK-04')).toContainText('O tipo do token é sempre bearer.');
  await context.close();
});

test('the switch says the page in another language, and its address keeps it', async ({ page }) => {
  const file = test.info().outputPath('page.html');
  writeFileSync(file, await pageIn('en'));
  await page.goto(`file://${file}`);

  await page.getByRole('combobox', { name: 'English' }).selectOption('es');

  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.locator('#TOK-04')).toContainText('El tipo de token es siempre bearer.');
  await expect(page.getByRole('status')).toHaveText(/^\d+ de \d+ requisitos$/);
  await expect(page).toHaveURL(/#language=es$/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Causas' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Resumen, tabla' })).toBeVisible();
  await expect(page.locator('.decision')).toHaveText(
    /^ROJO: NON-CONFORMANT: 1 de \d+ obligatorios incumplidos: \S+; inestables, /,
  );
});
