import type { Problem, ProblemKind, SkipKind, SkipReason } from '#api/cause';
import { describeProblem, describeSkipReason, isMessageId, messages, toFact } from '#api/messages';
import { clientRegister, register } from '#api/register';
import { describeOutage } from '#assertions/preflight';
import { createTranslator } from '#reporters/html/frame';
import { page as render } from '#reporters/html/page';
import type { Shown } from '#reporters/html/shown';
import { unescaped } from '#reporters/html/texts';
import { toHistoryRecord } from '#results/history/record';
import { type Outcome, outcomes } from '#results/verdict';
import { readJsonFile } from '#run/json-file';
import { expect, fileWith, long, test } from '../tools/fixtures.ts';
import { getDocument } from '../tools/page-document.ts';
import type causes from './causes.json';
import { openPlain } from './shown-page.ts';

/** One reason and one problem of each kind; messages of the schema check are shown unchanged. */
interface Causes {
  readonly skipReasons: { readonly [Kind in SkipKind]: SkipReason<Kind> };
  readonly problems: { readonly [Kind in Exclude<ProblemKind, 'schema' | 'other'>]: Problem<Kind> };
}
type Complete = { readonly [Name in keyof Causes]: Readonly<Record<keyof Causes[Name], object>> };
const { skipReasons, problems } = readJsonFile<typeof causes extends Complete ? Causes : never>(
  'selftest/pages/causes.json',
  {},
).value;
const outage = describeOutage('http://x', { code: 'nothing', words: 'every operation returns 404' });

const languages = ['es', 'pt'] as const;
const musts = register.filter(({ level }) => level === 'must');

async function pageIn(language: Shown['language']): Promise<string> {
  const failedTeardowns = [
    { state: 'an application', why: 'returned 500' },
    { state: 'an application', why: 'failed: no response within 5 s (timed out)' },
  ] as const;
  const window = { nights: 7, words: 'INCOMPLETE over 7 nights: 3 of 4 musts have no proof', oldest: null };
  const part = { selection: { argv: [], tests: 1, of: 2 }, window };
  const document = await getDocument(found, { failedTeardowns, ...part });
  return render(document, { evidence: new Map(), left: [], earlier: [toHistoryRecord(document, [])], language });
}

const found = Object.fromEntries(outcomes.map((outcome, at) => [musts[at]?.id ?? '', getOutcome(outcome)]));

function getOutcome(outcome: Outcome) {
  const exchange = { method: 'POST', path: '/x', status: 500, problems: [problems.status] };
  return { outcome, reason: 'the test did not run', cause: { kind: 'breach', exchanges: [exchange] } } as const;
}

/** Matches texts that are the same in every language: verdicts, numbers, names and sent data. */
const ownWords = /^(?:(?:NON-)?CONFORMANT|INCOMPLETE|PASSED|FAILED|\d*|[A-Z]+ \S+ → \d+|conformance of .*)$/;

test('each language has every text that the pages mark and every requirement, with the same values in it', async () => {
  const marked = [...(await pageIn('en')).matchAll(/ data-[tl]="([^"]*)"/g)].map(([, text = '']) => unescaped(text));
  const expected = new Set(
    [...marked, ...[...register, ...clientRegister].flatMap(({ id, unasked = id }) => [id, unasked])].filter(
      (text) => !isMessageId(text) && !ownWords.test(text),
    ),
  );
  const valuesIn = (text: string) => text.match(/\{\w+\}/g)?.sort() ?? [];

  const english = new Set(Object.values(messages).map(({ en }) => en));
  for (const language of languages) {
    const translate = createTranslator(language);
    const missing = [...expected].filter((text) => !english.has(text) && translate(text) === text);
    expect(missing, `missing in ${language}`).toEqual([]);
    for (const [id, row] of Object.entries(messages)) expect(valuesIn(row[language]), id).toEqual(valuesIn(row.en));
  }
});

test('each language says what is wrong with an answer and what kept a test from telling anything', () => {
  const sentences = [
    ...Object.values(skipReasons).map(describeSkipReason),
    outage,
    ...Object.values(problems).map(describeProblem),
    ...Object.values(problems).map((problem) => toFact(problem).expected),
    ...['header Host is missing', 'query s is a credential; actual: x', 'the caller gets 400 for 401'],
  ].filter((words) => !['', 'another id', 'bad_request', 'invalid_grant'].includes(words));

  for (const language of languages) {
    const translate = createTranslator(language);
    const missing = sentences.filter((words) => translate(words) === words);
    expect(missing, `missing in ${language}`).toEqual([]);
  }
  const say = createTranslator('es');
  const english = [describeSkipReason(skipReasons['out of reach']), outage];
  expect([...english, 'status: expected any 2xx, actual: 400 (POST /x returned 400)'].map(say)).toEqual([
    'no se puede acceder al servicio: ninguna respuesta en 5 s',
    'no se puede acceder al servicio en http://x: toda operación devuelve 404. Corrija la ruta en BASE_URL. Las rutas de las operaciones se añaden a ella.',
    'estado: esperado cualquier 2xx, recibido: 400 (POST /x devolvió 400)',
  ]);
});

test('the page opens in the language of the setting, without its script too', long, async ({ browser }) => {
  const page = await openPlain(browser, await pageIn('pt'));

  await expect(page.locator('html')).toHaveAttribute('lang', 'pt');
  await expect(page.getByRole('heading', { name: 'O que fazer agora' })).toBeVisible();
  await expect(page.locator('#TOK-04')).toContainText('O tipo do token é sempre bearer.');
});

test('the switch says the page in another language, and its address keeps it', long, async ({ page }) => {
  await page.goto(`file://${fileWith('page.html', await pageIn('en'))}`);

  await page.getByRole('combobox', { name: 'English, Español' }).selectOption('es');

  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.locator('#TOK-04')).toContainText('El tipo de token es siempre bearer.');
  await expect(page.locator('#shown')).toHaveText(/^\d+ de \d+ mostradas$/);
  await expect(page).toHaveURL(/#language=es$/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Correcciones' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Requisitos de oauth-token' })).toBeVisible();
  await expect(page).toHaveTitle('NON-CONFORMANT: 2 por corregir. Wallet <b> 4.2');
  await expect(page.locator('.skip')).toHaveText('Ir a los resultados');
  await expect(page.locator('#fix-1')).toContainText('Una solicitud válida recibe 500');
  await expect(page.locator('.lead')).toHaveText(/^Defectos por corregir: 2\. Incumplen 1 de \d+ requisitos/);
});
