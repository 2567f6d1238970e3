import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { JSONReport } from '@playwright/test/reporter';
import { baseTest, endTestAs } from '#assertions/playwright';
import { longestWait } from '#http/throttle';
import { unpack } from '#redaction/search';
import { allureResults } from './tools/allure-files.ts';
import { expect, long, ownFolder, runSuite, type SuiteRun, slow, test } from './tools/fixtures.ts';
import { type Answered, runBehindFront, type Seen, startFront } from './tools/front.ts';

const orders = '--project=instore-orders';
const PLAYWRIGHT_JSON_OUTPUT_NAME = path.join(ownFolder('json'), 'report.json');
const variables = { MOCK_FAULT: 'order-no-number-code', SEED: '7' };
/** Number of failing tests of ORD-10; other tests run between and after them. */
const FAILING = 5;

let run: SuiteRun;
test.beforeAll(async () => {
  run = await runSuite({ ...variables, PLAYWRIGHT_JSON_OUTPUT_NAME }, orders, '--add-reporter=json');
});

test('a breach is named with its requirement, a curl line and the command that reruns it', () => {
  expect(run.code).toBe(1);
  expect(run.document().verdict).toBe('NON-CONFORMANT');
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
});

test('a test shows its line of code with its first failure only', () => {
  const all = results().map(({ errors }) => errors);
  const [first, ...others] = all.find(({ length }) => length > 1) ?? [];

  expect(first?.location?.file).toContain('tests/instore-orders/rejections.spec.ts');
  expect(others.filter(({ location }) => location)).toEqual([]);
  expect(others.length).toBeGreaterThan(0);
});

test('every report and the exit code say that a failure is one', () => {
  expect(run.code).toBe(1);
  expect(allureResults(run.reports).filter(({ status }) => status === 'failed')).toHaveLength(FAILING);
  expect(run.read('junit.xml').match(/<(?:failure|error) /g)).toHaveLength(FAILING);
  expect(htmlStats()).toMatchObject({ unexpected: FAILING, ok: false });
  expect(JSON.parse(run.read('test-results/.last-run.json'))).toMatchObject({
    status: 'failed',
    failedTests: { length: FAILING },
  });
});

// A message for each undocumented part of Playwright.
const inPlaywright = 'adapt src/assertions/playwright.ts to this version of Playwright';

const report = (): JSONReport => JSON.parse(readFileSync(PLAYWRIGHT_JSON_OUTPUT_NAME, 'utf8'));
const results = () => resultsIn(report());

test('a failure that was expected starts no new worker, and is reported as a failure', () => {
  const workers = new Set(results().map(({ workerIndex }) => workerIndex));

  expect(workers.size, `A failure starts a new worker again: ${inPlaywright}.`).toBe(1);
  expect(report().stats.unexpected, `A reporter cannot restore a failure: ${inPlaywright}.`).toBe(FAILING);
});

test('a text that is pushed is attached', () => {
  const attached = results().flatMap(({ attachments }) => attachments);

  expect(attached.length, `What is pushed is not attached: ${inPlaywright}.`).toBeGreaterThan(5);
});

test('--last-failed runs the failed tests alone', long, async () => {
  await runSuite({ ...variables, REPORTS_DIR: run.reports }, orders, '--last-failed');

  expect(allureResults(run.reports)).toHaveLength(FAILING);
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

test('--retries tries each failure again', slow, async () => {
  const { code, report } = await getJson([orders, '--add-reporter=json', '--retries=1']);

  expect([code, report.stats.unexpected]).toEqual([1, FAILING]);
  const failed = resultsIn(report).filter(({ status }) => status === 'failed');
  expect(failed).toHaveLength(2 * FAILING);
  expect(new Set(failed.map(({ workerIndex }) => workerIndex)).size).toBeLessThan(FAILING);
});

test('where everything fails, the first twenty failures alone are tried again', slow, async ({ open }) => {
  const change = ({ path: asked }: Seen, answer: Answered) =>
    asked === '/_states' ? answer : { status: 500, text: '{}' };
  const front = await open(startFront({ change }));
  const words = ['--project=checkout-preferences', '--add-reporter=json'];
  const { code, report } = await getJson(words, { ...front.target, CONFIRM: '1' });

  const failed = resultsIn(report).filter(({ status }) => status === 'failed');
  expect(code).toBe(1);
  expect(report.stats).toMatchObject({ flaky: 0 });
  expect(failed.filter(({ retry }) => retry === 0)).toHaveLength(report.stats.unexpected);
  expect(resultsIn(report).filter(({ retry }) => retry === 1)).toHaveLength(20);
});

test('-x ends the run at its first failure', long, async () => {
  const { code, report } = await getJson([orders, '--add-reporter=json', '-x']);

  expect([code, report.stats.unexpected]).toEqual([1, 1]);
});

async function getJson(
  args: readonly string[],
  target: Readonly<Record<string, string>> = variables,
): Promise<{ code: number | null; report: JSONReport }> {
  const written = path.join(ownFolder('json'), 'r.json');
  const { code } = await runSuite({ ...target, PLAYWRIGHT_JSON_OUTPUT_NAME: written }, ...args);
  return { code, report: JSON.parse(readFileSync(written, 'utf8')) };
}

function resultsIn({ suites }: JSONReport) {
  return suites
    .flatMap(({ specs }) => specs)
    .flatMap(({ tests }) => tests)
    .flatMap(({ results }) => results);
}

const OURS = 'a run whose worker is ended';

test('a killed worker, a clock that is days off and a state with a line end are no breach', slow, async () => {
  let ended = false;
  const options = {
    change: ({ path, method, body }: Seen, { status, text }: Answered) => {
      if (method === 'DELETE' && path.startsWith('/point') && !ended) ended = endWorkers();
      if (body.includes('an open in-store order')) return { status, text: text.replace(/("user_id":"[^"]+)/, '$1\\r') };
      if (path !== '/oauth/token') return { status, text };
      const date = new Date(Date.now() - 5 * 86_400_000).toUTCString();
      return { status, text: text.replace(/-\d{6}-/, '-010203-'), headers: { date } };
    },
  };

  const run = await runBehindFront(options, { PRODUCT: OURS }, '--workers=1', '--grep=@TOK-03|@ORD-01|@PNT-01');

  const { counts, decision } = run.document();
  const getReason = (id: string) => run.row(id)?.reason;
  expect([run.code, counts.must.failed, decision.tone, ended]).toEqual([1, 0, 'red', true]);
  expect(getReason('PNT-01')).toMatch(/^the process of this test ended too early \(.*SIGKILL\)/);
  expect(decision.words).toContain('ended too early');
  expect(getReason('TOK-03')).toMatch(/^the clock of this machine \(.*\) and the Date header of the target /);
  expect(getReason('ORD-01')).toContain(
    'the user_id of the state "an open in-store order" contains a control character',
  );
});

test('a run waits ten minutes in all for a target that asks to wait, and half a minute at once', () => {
  const after = (times: number) => longestWait(Array(times).fill({ seconds: 29 }));

  expect([0, 19, 20, 21].map(after)).toEqual([30, 30, 20, 0]);
});

/** Kills the workers of the run, as a system without free memory does; returns false if there were none. */
function endWorkers(): boolean {
  const isWorker = (pid: string) => {
    const isOfPlaywright = read(`/proc/${pid}/cmdline`).includes('workerProcessEntry');
    return isOfPlaywright && read(`/proc/${pid}/environ`).includes(OURS);
  };
  const workers = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isWorker(name));
  for (const pid of workers) process.kill(Number(pid), 'SIGKILL');
  return workers.length > 0;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
