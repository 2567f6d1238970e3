import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { badgeJson } from '#reporters/derived';
import type { RunRecord } from '#results/history/history';
import { recordOf } from '#results/history/record';
import { overNights, sinceWhen } from '#results/history/rolling';
import { stateRun } from '#results/statement/statement';
import { startFront } from '../tools/front.ts';
import { documentOf, type Found } from '../tools/page-document.ts';
import { runCommand } from '../tools/run-command.ts';
import { runSuite } from '../tools/run-suite.ts';

const is = (outcome: 'failed' | 'unstable' | 'inconclusive'): Found => ({ 'TOK-01': { outcome, reason: 'seen' } });

/** Returns one run per night of January, each with these outcomes. */
function nightsOf(...found: Found[]): Promise<RunRecord[]> {
  const night = async (each: Found, index: number) => {
    const started = `2026-01-${String(index + 1).padStart(2, '0')}T02:00:00.000Z`;
    const document = await documentOf(each, { run: `n${index + 1}`, started });
    const product = { ...document.product, build: `b${index + 1}` };
    return recordOf({ ...document, product }, []);
  };
  return Promise.all(found.map(night));
}

test('since names the first night and build of a row of failures, and the last that passed', async () => {
  const runs = await nightsOf(is('failed'), {}, is('inconclusive'), is('failed'), is('inconclusive'), is('failed'));

  const [found] = sinceWhen(runs);

  expect([found?.id, found?.first.run, found?.passed?.run]).toEqual(['TOK-01', 'n4', 'n2']);
});

test('conformance since prints it from a file of runs', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'selftest-since-')), 'history.jsonl');
  const runs = await nightsOf({}, is('failed'), is('failed'));
  writeFileSync(file, runs.map((run) => `${JSON.stringify(run)}\n`).join(''));

  const since = await runCommand('compare', ['since', `--history=${file}`]);
  const none = await runCommand('compare', ['since'], { HISTORY: '/nowhere/history.jsonl' });

  expect(since.stdout).toMatch(/TOK-01 .* 2026-01-02 run n2 build b2 .* 2026-01-01 run n1 build b1/);
  expect([none.code, none.stderr]).toEqual([2, 'The history has no run. Run first, or use --history FILE.\n']);
});

for (const { what, before, outcome } of [
  {
    what: 'a third time in seven nights failed',
    before: [is('unstable'), {}, {}, is('unstable'), {}, {}],
    outcome: 'failed',
  },
  { what: 'a second time is unstable', before: [{}, {}, {}, is('unstable'), {}, {}], outcome: 'unstable' },
  {
    what: 'a third time in eight nights is unstable',
    before: [is('unstable'), {}, {}, is('unstable'), {}, {}, {}],
    outcome: 'unstable',
  },
])
  test(`what is unstable ${what}`, async () => {
    const { requirements } = await documentOf(is('unstable'));
    const tonight = `2026-01-${String(before.length + 1).padStart(2, '0')}T02:00:00.000Z`;

    const rows = overNights(requirements, await nightsOf(...before), tonight);

    const found = rows.find(({ id }) => id === 'TOK-01');
    expect([found?.outcome, found?.tests[0]?.outcome]).toEqual([outcome, outcome]);
  });

test('the build stands in the badge and in what is signed', async () => {
  const document = await documentOf({});

  expect(JSON.parse(badgeJson(document)).message).toContain(', build c0ffee');
  expect(stateRun(document).product.build).toBe('c0ffee');
});

test('the build is the one that is set, else what the responses say, each where it changes', {
  tag: '@slow',
}, async () => {
  let count = 0;
  const front = await startFront({
    change: (_, answer) => {
      count += 1;
      return { ...answer, headers: { 'x-build': count < 20 ? 'b1' : 'b2' } };
    },
  });
  const target = { BASE_URL: front.baseUrl, PROVIDER_STATES_URL: front.statesUrl };
  const one = '--grep=@ORD-10';

  const seen = await runSuite({ ...target, TARGET_BUILD: 'header:X-Build' }, one);
  const set = await runSuite({ ...target, TARGET_BUILD: 'c1' }, one);
  await front.close();

  expect([set.document().product.build, seen.document().product.build]).toEqual(['c1', 'b1, b2']);
});
