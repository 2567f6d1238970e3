import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { JSONReport } from '@playwright/test/reporter';
import { longestWait } from '#http/throttle';
import { expect, long, slow, test, toTarget } from '../tools/fixtures.ts';
import { type Answered, runBehindFront, type Seen, startFront } from '../tools/front.ts';
import { ownFolder } from '../tools/own-folder.ts';
import { runSuite } from '../tools/runs.ts';

/** A fault that makes five tests of ORD-10 fail; other tests run between and after them. */
const variables = { MOCK_FAULT: 'order-no-number-code' };
const orders = '--project=instore-orders';
const FAILING = 5;

test('--retries tries each failure again', slow, async () => {
  const { code, report } = await jsonOf([orders, '--add-reporter=json', '--retries=1']);

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
  const { code, report } = await jsonOf(words, { ...toTarget(front), CONFIRM: '1' });

  const failed = resultsIn(report).filter(({ status }) => status === 'failed');
  expect(code).toBe(1);
  expect(report.stats).toMatchObject({ flaky: 0 });
  expect(failed.filter(({ retry }) => retry === 0)).toHaveLength(report.stats.unexpected);
  expect(resultsIn(report).filter(({ retry }) => retry === 1)).toHaveLength(20);
});

test('-x ends the run at its first failure', long, async () => {
  const { code, report } = await jsonOf([orders, '--add-reporter=json', '-x']);

  expect([code, report.stats.unexpected]).toEqual([1, 1]);
});

async function jsonOf(
  args: readonly string[],
  target: Readonly<Record<string, string>> = variables,
): Promise<{ code: number | null; report: JSONReport }> {
  const PLAYWRIGHT_JSON_OUTPUT_NAME = path.join(ownFolder('json'), 'r.json');
  const { code } = await runSuite({ ...target, PLAYWRIGHT_JSON_OUTPUT_NAME }, ...args);
  return { code, report: JSON.parse(readFileSync(PLAYWRIGHT_JSON_OUTPUT_NAME, 'utf8')) };
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
  const reasonOf = (id: string) => run.row(id)?.reason;
  expect([run.code, counts.must.failed, decision.tone, ended]).toEqual([1, 0, 'red', true]);
  expect(reasonOf('PNT-01')).toMatch(/^the process of this test ended too early \(.*SIGKILL\)/);
  expect(decision.words).toContain('ended too early');
  expect(reasonOf('TOK-03')).toMatch(/^the clock of this machine \(.*\) and the Date header of the target /);
  expect(reasonOf('ORD-01')).toContain(
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
