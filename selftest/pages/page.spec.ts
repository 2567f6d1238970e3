import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { industries } from '../../factories/preferences/industry.ts';
import { testKey } from '../../reporters/html/evidence.ts';
import { answerMatrix } from '../../reporters/html/maps/answer-matrix.ts';
import { page as render } from '../../reporters/html/page.ts';
import type { Conformance } from '../../suite/results/document.ts';
import type { RunRecord } from '../../suite/results/history/history.ts';
import { recordOf } from '../../suite/results/history/record.ts';
import type { Ledger } from '../../suite/results/ledger/answers.ts';
import { outcomes } from '../../suite/results/outcome.ts';
import { register } from '../../tests/register.ts';
import { test } from '../tools/chromium.ts';
import { documentOf, drift, evidenceFor } from '../tools/page-document.ts';

const broken = {
  'TOK-03': {
    outcome: 'failed',
    reason: 'POST x was answered 500.\n  - success (any 2xx) is wanted\n  reproduce: curl -X POST x',
    cause: {
      kind: 'breach',
      exchanges: [
        {
          method: 'POST',
          path: '/x',
          status: 500,
          problems: [{ kind: 'status', wanted: 'success', got: 500 }],
        },
      ],
    },
  },
  'TOK-46': { outcome: 'warned', reason: 'the secret <script>alert(1)</script> is repeated' },
  'ORD-01': { outcome: 'not exercised', reason: 'the state "an open in-store order" needs STATE_X' },
  'USR-01': { outcome: 'waived', reason: 'known since May (payments, until 2027-01-01)' },
} as const;

const accepted = Object.fromEntries(industries.map((industry) => [industry, { status: 'success' }]));
const spelled = { 'PRF-65': { outcome: 'answered', answer: accepted } } as const;

const waiver = {
  requirement: 'USR-01',
  reason: 'known since May',
  owner: 'payments',
  link: 'javascript:alert(1)',
  expires: '2027-01-01',
  place: 'line 4 of waivers/sandbox.json',
  outcome: 'applied',
} as const;

const leftBehind = {
  operation: 'test-users',
  id: '12',
  status: 201,
  when: '2026-01-01T10:01:00.000Z',
  requirement: 'USR-04',
  test: 'creates a test user on MPE',
  tag: '1a2b3c4d-mzkqwertyuio',
} as const;

async function open(page: Page, document: Conformance): Promise<string> {
  const file = test.info().outputPath('page.html');
  const evidence = evidenceFor(document, 'TOK-03', "$ curl -X POST 'https://x'\n\n500 in 3 ms");
  writeFileSync(
    file,
    render(document, { evidence, left: [leftBehind], earlier: [recordOf(document, [])], language: 'en' }),
  );
  await page.goto(`file://${file}`);
  return file;
}

/** Of every outcome one requirement, and the map of values by industry: what checks the page looks at each element of it. */
function few(document: Conformance): Conformance {
  const firsts = outcomes.map((word) => document.requirements.find(({ outcome }) => outcome === word));
  firsts.push(document.requirements.find(({ id }) => id === 'PRF-65'));
  return { ...document, requirements: firsts.filter((row) => row !== undefined) };
}

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

test('shows which value breaks in which industry, and leads to its exchange', async ({ page }) => {
  const exchange = { method: 'POST', path: '/checkout/preferences', status: 400, problems: [] };
  const cause = { kind: 'breach', exchanges: [exchange], cases: ['whole prices'] } as const;
  const document = await documentOf({ 'PRF-02': { outcome: 'failed', reason: 'answered 400', cause } });
  const tests = document.requirements.find(({ id }) => id === 'PRF-02')?.tests ?? [];
  const evidence = new Map(tests.map((one) => [testKey(one), { industry: 'tourism', exchanges: [] }]));
  const file = test.info().outputPath('page.html');
  writeFileSync(file, render(document, { evidence, left: undefined, earlier: [], language: 'en' }));
  await page.goto(`file://${file}`);

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
  const file = test.info().outputPath('page.html');
  writeFileSync(file, render(document, { evidence, left: undefined, earlier: [], language: 'en' }));
  await page.goto(`file://${file}`);

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
  const file = test.info().outputPath('page.html');
  writeFileSync(file, render(document, { evidence: new Map(), left: undefined, earlier, language: 'en' }));
  await page.goto(`file://${file}`);

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

test('keeps a page small and printable on which everything fails', async ({ page }) => {
  const long = 'x'.repeat(20_000);
  const exchange = { method: 'POST', path: '/x', status: 500 };
  const problems = [{ kind: 'control', got: 500, requirement: 'TOK-01' }] as const;
  const cause = { kind: 'breach', exchanges: [{ ...exchange, problems }] } as const;
  const failed = { outcome: 'failed', reason: long, cause } as const;
  const document = await documentOf(Object.fromEntries(register.map(({ id }) => [id, failed])));
  const exchanges = [{ name: 'POST /x → 500', text: `$ curl x\n\n${long}` }];
  const tests = document.requirements.flatMap((row) => row.tests);
  const file = test.info().outputPath('page.html');
  const evidence = new Map(tests.map((one) => [testKey(one), { exchanges }]));
  writeFileSync(file, render(document, { evidence, left: undefined, earlier: [], language: 'en' }));

  await page.goto(`file://${file}`);
  const pdf = await page.pdf({ format: 'A4' });

  expect(statSync(file).size).toBeLessThan(3_000_000);
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBeLessThan(60);
  await expect(page.locator('.cause')).toHaveCount(7);
});

test('lists waivers, drift, industries and what was left behind', async ({ page }) => {
  await open(page, await documentOf(broken, { waivers: [waiver], drift }));

  await expect(page.getByRole('region', { name: 'Waivers' }).last()).toContainText('known since May');
  await expect(page.locator('a[href^="javascript"]')).toHaveCount(0);
  await expect(page.getByText('changed TOK-74 Which status? status: 200 → 201')).toBeVisible();
  await expect(page.locator('#answer-TOK-74')).toContainText('changed');
  await expect(page.locator('.matrix tbody tr')).toHaveCount(13);
  await expect(page.getByText('1 resources')).toBeVisible();
});

test('asks no network for anything and runs no script of a target', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('dialog', () => requests.push('a dialog'));

  const file = await open(page, await documentOf(broken));

  expect(requests).toEqual([`file://${file}`]);
  expect(readFileSync(file, 'utf8')).not.toMatch(/(?:src|href)="https?:/);
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [375, 1280]) {
    test(`is accessible and fits ${width} pixels in ${colorScheme}`, {
      tag: (width === 375) === (colorScheme === 'dark') ? [] : '@long',
    }, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const document = await documentOf({ ...broken, ...spelled }, { waivers: [waiver], drift });
      await open(page, few(document));

      const { violations } = await new AxeBuilder({ page }).analyze();
      await page.locator('details').evaluateAll((all) => {
        for (const each of all) each.setAttribute('open', '');
      });
      const wide = await page.evaluate('document.documentElement.scrollWidth');

      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      expect(wide).toBe(width);
    });
  }
}

test('prints what is broken unfolded, on white, without the filters', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await open(page, await documentOf(broken));
  await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);

  await expect(page.getByText("$ curl -X POST 'https://x'")).toBeVisible();
  await expect(page.locator('#filters')).toBeHidden();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});
