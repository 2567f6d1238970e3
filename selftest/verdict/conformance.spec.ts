import path from 'node:path';
import { startProvider } from '#mock/server';
import { readJsonFile } from '#run/json-file';
import { expect, long, runSuite, slow, test, orderWaiver as waiver, waivers } from '../tools/fixtures.ts';

const orders = '--project=instore-orders';

test('a run of one endpoint is INCOMPLETE and green, and its document conforms to its schema', slow, async () => {
  const run = await runSuite({ SEED: '7' }, orders);

  const schema = JSON.parse(run.read('conformance.schema.json'));
  expect(() => readJsonFile(path.join(run.reports, 'conformance.json'), schema)).not.toThrow();
  const document = run.document();
  expect([run.code, document.verdict, document.seed, document.target.name]).toEqual([0, 'INCOMPLETE', 7, 'embedded']);
  expect(run.output).toMatch(/^Not selected, or only with some of their tests: \d+ of \d+ musts\.$/m);
});

test('a broken should is a warning, and STRICT=1 fails the run for it', slow, async () => {
  const fault = { MOCK_FAULT: 'order-nothing-done' };

  const lenient = await runSuite(fault, orders);
  const strict = await runSuite({ ...fault, STRICT: '1' }, orders);

  expect(lenient.output).toContain('WARNED ORD-16');
  expect([lenient.code, strict.code]).toEqual([0, 1]);
});

test('no test passes if every state that it needs is missing, and the last line says so', long, async ({ open }) => {
  const { baseUrl } = await open(startProvider());

  const run = await runSuite({ BASE_URL: baseUrl }, '--project=oauth-token', '--grep', '@TOK-(?:05|16|82)');

  expect([run.code, run.document().verdict]).toEqual([1, 'INCOMPLETE']);
  expect(run.row('TOK-16')?.cause).toMatchObject({ kind: 'state unset' });
  expect(run.output).toContain('Tests: 0 passed, 0 failed, 11 skipped');
  expect(run.prose).toMatch(/RED: INCOMPLETE: nothing was exercised: the state "[^"]+" needs STATE_/);
});

const breach = { MOCK_FAULT: 'order-no-number-code' };

test('a breach that is waived is shown apart with its reason, and the run is green', slow, async () => {
  const run = await runSuite({ ...breach, ...waivers(waiver) }, orders);

  const reason = `${waiver.reason} (Orders team, until 2099-12-31, https://tracker.example/ORD-7)`;
  expect(run.code).toBe(0);
  expect(run.row('ORD-10')).toMatchObject({ outcome: 'waived', reason });
  expect(run.document().waivers).toMatchObject([{ ...waiver, outcome: 'applied' }]);
  expect(run.output).toContain(`WAIVED ORD-10 (must, section 7)`);
  expect(run.prose).toContain(reason);
  expect(run.output).toMatch(/Tests: .* \d+ waived, .*\nMusts: 8 of \d+ passed, 1 failed \(1 waived\), /);
  expect(run.read('junit.xml')).toContain(`waived: ${waiver.reason}`);
});

test('waivers of a pass, a question or nothing, and those past their date, fail the run by line', slow, async () => {
  const stale = ['ORD-11', 'ORD-60', 'ORD-99'].map((requirement) => ({ ...waiver, requirement }));
  const folder = waivers(...stale, { ...waiver, expires: '2020-02-29' });

  const run = await runSuite({ ...breach, ...folder }, orders);

  expect(run.code).toBe(1);
  expect(run.document().verdict).toBe('NON-CONFORMANT');
  for (const [line, id, why] of [
    [2, 'ORD-11', 'the requirement passes'],
    [3, 'ORD-60', 'a question never fails'],
    [4, 'ORD-99', 'the requirement is unknown'],
    [5, 'ORD-10', 'it expired on 2020-02-29'],
  ])
    expect(run.prose).toContain(
      `WAIVER: Delete the waiver of ${id} at line ${line} of ${folder.WAIVERS_DIR}/embedded.json: ${why}.`,
    );
  expect(run.document().waivers).toHaveLength(4);
});

test('a should that is waived is waived, not warned', slow, async () => {
  const should = { ...waiver, requirement: 'ORD-16' };
  const fault = { MOCK_FAULT: 'order-nothing-done', STRICT: '1' };

  const waived = await runSuite({ ...fault, ...waivers(should) }, orders);

  expect(waived.code).toBe(0);
  expect(waived.document().counts.should).toMatchObject({ waived: 1, warned: 0, failed: 0 });
});
