import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { runSuite } from '../tools/run-suite.ts';
import { orderWaiver as waiver, waivers } from '../tools/waivers-folder.ts';

const orders = '--project=instore-orders';
const breach = { MOCK_FAULT: 'order-no-number-code' };

test('a breach that is waived is shown apart with its reason, and the run is green', {
  tag: '@slow',
}, async () => {
  const run = await runSuite({ ...breach, ...waivers(waiver) }, orders);

  const reason = `${waiver.reason} (Orders team, until 2099-12-31, https://tracker.example/ORD-7)`;
  const row = run.document().requirements.find(({ id }) => id === 'ORD-10');
  expect(run.code).toBe(0);
  expect([row?.outcome, row?.reason]).toEqual(['waived', reason]);
  expect(run.document().waivers).toMatchObject([{ ...waiver, outcome: 'applied' }]);
  expect(run.output).toContain(`WAIVED ORD-10 (must, section 7)`);
  expect(run.output).toContain(reason);
  expect(run.output).toMatch(/Musts: 8 of \d+ passed, 1 failed \(1 waived\), /);
  expect(readFileSync(path.join(run.reports, 'junit.xml'), 'utf8')).toContain(`waived: ${waiver.reason}`);
});

test('a waiver whose requirement passes fails the run and names the line to delete', {
  tag: '@slow',
}, async () => {
  const folder = waivers({ ...waiver, requirement: 'ORD-11' }, waiver);

  const run = await runSuite({ ...breach, ...folder }, orders);

  expect(run.code).toBe(1);
  expect(run.output).toContain(
    `WAIVER: Delete the waiver of ORD-11 at line 2 of ${folder.WAIVERS_DIR}/embedded.json: the requirement passes.`,
  );
  expect(run.output).not.toContain('Delete the waiver of ORD-10');
});

test('a waiver past its date, of a question or of nothing fails the run, and tolerates nothing', {
  tag: '@slow',
}, async () => {
  const run = await runSuite(
    {
      ...breach,
      ...waivers(
        { ...waiver, expires: '2020-02-29' },
        { ...waiver, requirement: 'ORD-60' },
        { ...waiver, requirement: 'ORD-99' },
      ),
    },
    orders,
  );

  expect(run.code).toBe(1);
  expect(run.document().verdict).toBe('NON-CONFORMANT');
  expect(run.document().waivers.map(({ problem }) => problem)).toEqual([
    expect.stringMatching(/^Delete the waiver of ORD-10 at line 2 .*: it expired on 2020-02-29\.$/),
    expect.stringMatching(/^Delete the waiver of ORD-60 at line 3 .*: it is a question, which never fails\.$/),
    expect.stringMatching(/^Delete the waiver of ORD-99 at line 4 .*: the register has no such requirement\.$/),
  ]);
});

test('a waiver of a question alone fails a run that is otherwise green', { tag: '@slow' }, async () => {
  const run = await runSuite({ ...waivers({ ...waiver, requirement: 'ORD-60' }) }, orders);

  expect(run.code).toBe(1);
  expect(run.document().counts.must.failed).toBe(0);
});

test('a should that is waived is waived, not warned', { tag: '@slow' }, async () => {
  const folder = waivers({ ...waiver, requirement: 'ORD-16' });

  const run = await runSuite({ MOCK_FAULT: 'order-nothing-done', STRICT: '1', ...folder }, orders);

  expect(run.code).toBe(0);
  expect(run.document().counts.should).toMatchObject({ waived: 1, warned: 0, failed: 0 });
});

test('broken waivers end the run in one sentence before any request', { tag: '@long' }, async () => {
  const folder = waivers({ ...waiver, note: 'x' });

  const run = await runSuite({ ...folder }, orders);

  expect(run.code).not.toBe(0);
  expect(run.output.trim()).toBe(
    `${folder.WAIVERS_DIR}/embedded.json line 2: /waivers/0 must NOT have additional properties: "note".`,
  );
});
