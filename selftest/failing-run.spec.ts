import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { JSONReport } from '@playwright/test/reporter';
import { baseTest, endTestAs } from '#assertions/playwright';
import { unpack } from '#redaction/search';
import { allureFiles, allureResults, expect, long, runCommand, runSuite, slow, test } from './tools/fixtures.ts';
import { type Answered, type Seen, startFront } from './tools/front.ts';
import { orderWaiver, waivers } from './tools/page-document.ts';

const orders = '--project=instore-orders';
const variables = { MOCK_FAULT: 'order-no-number-code', SEED: '7', RUN_ID: 'night-7' };
/** Number of failing tests of ORD-10; other tests run between and after them. */
const FAILING = 3;

let run: Awaited<ReturnType<typeof runWithJson>>;
test.beforeAll(async () => {
  run = await runWithJson([orders, '--add-reporter=json']);
});

test('a breach is named with its requirement, a curl line and the command that reruns it', () => {
  expect(run.code).toBe(1);
  expect(run.document()).toMatchObject({ verdict: 'NON-CONFORMANT', run: 'night-7', seed: 7 });
  expect(run.prose).toContain('FAILED ORD-10 (must, section 7) A user_id that is no number is an invalid_collectorId.');
  expect(run.prose).toContain('error code: expected invalid_collectorId, actual: invalid_collectorid');
  expect(run.output).toMatch(
    /reproduce[^\n]*:\n {4}# start first, in another shell: .* mock --fault 'order-no-number-code'\n {4}eval .*\n {4}curl -i -X DELETE/,
  );
  const problems = [{ kind: 'code', wanted: ['invalid_collectorId'], got: 'invalid_collectorid' }];
  expect(run.row('ORD-10')?.cause).toMatchObject({ kind: 'breach' });
  expect(run.row('ORD-10')?.cause).toHaveProperty('exchanges.0.problems', problems);
  expect(run.output).toContain(
    'rerun: MOCK_FAULT=order-no-number-code SEED=7 npm run conformance -- --project=instore-orders --grep @ORD-10',
  );
  expect(run.output).toContain('\n✗ ORD-10 '); // a plain line: there is no terminal
  expect(run.output).not.toContain('\u001b');
});

test('a test shows its line of code with its first failure only, and each failing case as a step', () => {
  const found = results().find(({ errors }) => errors.length > 1);
  const [first, ...others] = found?.errors ?? [];
  const cases = found?.annotations.find(({ type }) => type === 'cases')?.description;

  expect(first?.location?.file).toContain('tests/instore-orders/rejections.spec.ts');
  expect(others.filter(({ location }) => location)).toEqual([]);
  expect(others.length).toBeGreaterThan(0);
  expect(found?.steps?.map(({ title, error }) => error && title).join('; ')).toBe(cases);
});

test('every report and the exit code say that a failure is one', () => {
  expect(run.code).toBe(1);
  expect(allureResults(run.reports).filter(({ status }) => status === 'failed')).toHaveLength(FAILING);
  expect(run.read('junit.xml').match(/<(?:failure|error) /g)).toHaveLength(FAILING);
  expect(run.read('junit.xml')).not.toContain('name="_');
  expect(htmlStats()).toMatchObject({ unexpected: FAILING, ok: false });
  const last = JSON.parse(run.read('test-results/.last-run.json'));
  expect(last).toMatchObject({ status: 'failed', failedTests: { length: FAILING } });
});

// A message for each undocumented part of Playwright.
const inPlaywright = 'adapt src/assertions/playwright.ts to this version of Playwright';

const results = () => resultsIn(run.report);

test('a failure that was expected starts no new worker, and is reported as a failure', () => {
  const workers = new Set(results().map(({ workerIndex }) => workerIndex));

  expect(workers.size, `A failure starts a new worker again: ${inPlaywright}.`).toBe(1);
  expect(run.report.stats.unexpected, `A reporter cannot restore a failure: ${inPlaywright}.`).toBe(FAILING);
});

test('each exchange of a failed test is attached once, with its problems first', () => {
  const attached = results().flatMap(({ attachments }) => attachments);
  const texts = attached.filter(({ name }) => name.startsWith('Breach: ')).map(({ body = '' }) => atob(body));

  expect(attached.length, `What is pushed is not attached: ${inPlaywright}.`).toBeGreaterThan(5);
  expect(texts.length).toBeGreaterThan(FAILING);
  for (const text of texts) expect(text).toMatch(/^ {2}- [^\n]+\n\n(?:\$ [^\n]+\n)+\n400 in \d+ ms\n(?!.*\d ms\n)/s);
});

test.describe('the Allure report', () => {
  const filesIn = (folder: string) => allureFiles(run.reports, folder);
  const getTests = (id: string) => {
    const all = filesIn('data/test-results/').map((text) => JSON.parse(text));
    return all.filter(({ groupedLabels }) => groupedLabels.requirement?.includes(id));
  };
  const makeReport = async () => {
    const { code, stderr } = await runCommand('report', [], { REPORTS_DIR: run.reports });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  };

  test.beforeAll(makeReport);

  test('a failed test has its labels and exchanges without a secret, and the run has its facts', long, () => {
    const [found] = getTests('ORD-10');

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

    const failed = filesIn('data/test-results/').filter((text) => text.includes('"status":"failed"'));
    const texts = filesIn('data/attachments/');
    const curl = /\$ curl -i -X DELETE .*Bearer '"\$STATE_AN_OPEN_IN_STORE_ORDER__ACCESS_TOKEN"/;
    expect(failed).not.toEqual([]);
    expect(failed.filter((text) => !text.includes('"attachment"'))).toEqual([]);
    expect(texts.some((text) => curl.test(text))).toBe(true);
    expect(texts.filter((text) => /Bearer (?!'"\$\w|' |\[redacted])/.test(text))).toEqual([]);

    expect(JSON.parse(filesIn('widgets/variables.json')[0] ?? '')).toEqual({
      'Partial run': expect.stringContaining('--project=instore-orders'),
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

  test('the report is one file that opens from disk and asks no host for anything', slow, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));

    await page.goto(`file://${path.join(run.reports, 'allure.html')}`);
    await page.getByText('rejects a user_id of letters', { exact: true }).click(); // Allure opens the branches of failed tests
    await expect(page.getByText('expected invalid_collectorId, actual: invalid_collectorid').first()).toBeVisible();

    expect(asked.filter((url) => !/^(?:file|data|blob):/.test(url))).toEqual([]);
  });

  test('--last-failed runs the failed tests alone, and a report remembers the night before, once', long, async () => {
    await makeReport();
    expect(run.read('allure-history.jsonl').trim().split('\n')).toHaveLength(1); // however often its report is made
    const stale = { ...orderWaiver, requirement: 'ORD-60' };
    const own = { ...variables, ...waivers(orderWaiver, stale), REPORTS_DIR: run.reports };
    const last = await runSuite(own, orders, '--last-failed');
    expect(allureResults(run.reports)).toHaveLength(FAILING);
    const reason = expect.stringContaining('until 2099-12-31');
    expect(run.row('ORD-10')).toMatchObject({ outcome: 'waived', reason });
    expect(last.prose).toMatch(/WAIVED ORD-10 .*WAIVER: Delete the waiver of ORD-60 at line 3 of \S+: a question /);
    expect(run.read('junit.xml')).toContain(`waived: ${orderWaiver.reason}`);
    await makeReport();

    const [found] = getTests('ORD-10');

    expect(found).toMatchObject({ status: 'skipped', groupedLabels: { outcome: ['waived'] } });
    expect(found.history).toMatchObject([{ status: 'failed' }]);
    expect(found.categories.map(({ name }: { name: string }) => name)).toEqual(['Waived']);
    expect(found.descriptionHtml).toContain(orderWaiver.reason);
  });
});

const ending = baseTest.extend<{ status: 'passed' | 'skipped'; ended: undefined }>({
  status: ['passed', { option: true }],
  ended: [
    async ({ status }, use, testInfo) => {
      await use(undefined);
      endTestAs(testInfo, status);
    },
    { auto: true },
  ],
});

ending('a fixture may let a failed test pass', () => {
  throw new Error(`A fixture can no longer let a failed test pass: ${inPlaywright}.`);
});

ending.extend({ status: 'skipped' })('a fixture may let a failed test be skipped', () => {
  throw new Error(`A fixture can no longer let a failed test be skipped: ${inPlaywright}.`);
});

/** Returns the statistics of the HTML report; its data is a zip file in base64 in the page. */
function htmlStats(): unknown {
  const files = unpack(Buffer.from(run.read('html/index.html'))).flatMap(({ bytes }) => unpack(bytes));
  return JSON.parse(files.find(({ name }) => name === 'report.json')?.bytes.toString() ?? '').stats;
}

test('where everything fails, the first twenty failures alone are tried again', slow, async ({ open }) => {
  const change = ({ path: asked }: Seen, response: Answered) =>
    asked === '/_states' ? response : { status: 500, text: '{}' };
  const front = await open(startFront({ change }));
  const words = ['--project=checkout-preferences', '--add-reporter=json'];
  const { code, report } = await runWithJson(words, { ...front.target, CONFIRM: '1' });

  const failed = resultsIn(report).filter(({ status }) => status === 'failed');
  expect([code, report.stats.flaky]).toEqual([1, 0]);
  expect(failed.filter(({ retry }) => retry === 0)).toHaveLength(report.stats.unexpected);
  expect(resultsIn(report).filter(({ retry }) => retry === 1)).toHaveLength(20);
});

test('-x ends the run at its first failure', long, async () => {
  const { code, report, row } = await runWithJson([orders, '--grep=@ORD-10', '--add-reporter=json', '-x']);

  expect([code, report.stats.unexpected, row('PRF-01')?.reason]).toEqual([1, 1, 'the run did not select it']);
});

async function runWithJson(args: readonly string[], target: Readonly<Record<string, string>> = variables) {
  const written = test.info().outputPath('report.json');
  const suite = await runSuite({ ...target, PLAYWRIGHT_JSON_OUTPUT_NAME: written }, ...args);
  const report: JSONReport = JSON.parse(readFileSync(written, 'utf8'));
  return { ...suite, report };
}

function resultsIn({ suites }: JSONReport) {
  return suites.flatMap(({ specs }) => specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results)));
}
