import { startProvider } from '#mock/server';
import { expect, long, runSuite, slow, test } from '../tools/fixtures.ts';
import { runBehindFront } from '../tools/front.ts';
import { orderWaiver as waiver, waivers } from '../tools/page-document.ts';

const orders = '--project=instore-orders';

test('no test passes if every state that it needs is missing, and the last line says so', long, async ({ open }) => {
  const { baseUrl } = await open(startProvider());

  const run = await runSuite({ BASE_URL: baseUrl }, '--project=oauth-token', '--grep', '@TOK-(?:05|16|82)');

  expect([run.code, run.document().verdict]).toEqual([1, 'INCOMPLETE']);
  expect(run.row('TOK-16')?.cause).toMatchObject({ kind: 'state unset' });
  expect(run.output).toContain('Tests: 0 passed, 0 failed, 11 skipped');
  expect(run.prose).toMatch(/RED: INCOMPLETE: nothing was exercised: the state "[^"]+" needs STATE_/);
});

test('a broken should is a warning, STRICT=1 fails the run for it, and a waiver does not let it', slow, async () => {
  const strict = { MOCK_FAULT: 'order-nothing-done', STRICT: '1' };

  const lenient = await runSuite({ ...strict, STRICT: '' }, orders);
  const failing = await runSuite(strict, orders);
  const waived = await runSuite({ ...strict, ...waivers({ ...waiver, requirement: 'ORD-16' }) }, orders);

  expect(lenient.output).toContain('WARNED ORD-16');
  expect([lenient.code, failing.code, waived.code]).toEqual([0, 1, 0]);
  expect(waived.document().counts.should).toMatchObject({ waived: 1, warned: 0, failed: 0 });
  const repeating = (STRICT: string) => runBehindFront({ fault: 'token-code-repeated' }, { STRICT }, '--grep=@TOK-31');
  expect((await repeating('')).row('TOK-84')?.outcome).toBe('warned');
  expect((await repeating('1')).row('TOK-84')?.outcome).toBe('failed');
});
