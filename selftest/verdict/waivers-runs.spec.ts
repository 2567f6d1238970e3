import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { runSuite } from '../tools/run-suite.ts';
import { orderWaiver as waiver, waivers } from '../tools/waivers-folder.ts';

const orders = '--project=instore-orders';
const breach = { MOCK_FAULT: 'order-no-number-code' };

test('a breach that is waived is shown apart with its reason, and the run is green', { tag: '@slow' }, async () => {
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

test('waivers of a pass, of a question or of nothing, and those past their date, fail the run and name their lines', {
  tag: '@slow',
}, async () => {
  const stale = ['ORD-11', 'ORD-60', 'ORD-99'].map((requirement) => ({ ...waiver, requirement }));
  const folder = waivers(...stale, { ...waiver, expires: '2020-02-29' });

  const run = await runSuite({ ...breach, ...folder }, orders);

  expect(run.code).toBe(1);
  expect(run.document().verdict).toBe('NON-CONFORMANT');
  expect(run.output).toContain(
    `WAIVER: Delete the waiver of ORD-11 at line 2 of ${folder.WAIVERS_DIR}/embedded.json: the requirement passes.`,
  );
  expect(run.document().waivers.map(({ problem }) => problem)).toEqual([
    expect.stringMatching(/^Delete the waiver of ORD-11 at line 2 .*: the requirement passes\.$/),
    expect.stringMatching(/^Delete the waiver of ORD-60 at line 3 .*: it is a question, which never fails\.$/),
    expect.stringMatching(/^Delete the waiver of ORD-99 at line 4 .*: the register has no such requirement\.$/),
    expect.stringMatching(/^Delete the waiver of ORD-10 at line 5 .*: it expired on 2020-02-29\.$/),
  ]);
});

test('a should that is waived is waived, not warned; a waiver of a question alone fails the run', {
  tag: '@slow',
}, async () => {
  const should = { ...waiver, requirement: 'ORD-16' };
  const fault = { MOCK_FAULT: 'order-nothing-done', STRICT: '1' };

  const waived = await runSuite({ ...fault, ...waivers(should) }, orders);
  const stale = await runSuite({ ...fault, ...waivers(should, { ...waiver, requirement: 'ORD-60' }) }, orders);

  expect([waived.code, stale.code]).toEqual([0, 1]);
  expect(waived.document().counts.should).toMatchObject({ waived: 1, warned: 0, failed: 0 });
  expect(stale.document().counts.must.failed).toBe(0);
});

test('broken waivers end the run in one sentence before any request', { tag: '@long' }, async () => {
  const folder = waivers({ ...waiver, note: 'x' });

  const run = await runSuite({ ...folder }, orders);

  expect(run.code).not.toBe(0);
  expect(run.output.trim()).toBe(
    `${folder.WAIVERS_DIR}/embedded.json line 2: /waivers/0 must NOT have additional properties: "note".`,
  );
});
