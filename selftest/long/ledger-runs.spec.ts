import { expect, test } from '@playwright/test';
import { answersOf, ledgerText } from '#results/ledger/answers';
import { runSuite } from '../tools/run-suite.ts';

test('all answers of a target are the same byte for byte with other seeds and other workers', async () => {
  const some = { DEPTH: 'smoke', LEDGERS_DIR: test.info().outputPath() };

  const one = await runSuite({ ...some, SEED: '11' }, '--workers=1');
  const other = await runSuite({ ...some, SEED: '29' }, '--workers=3');

  const [first, second] = [one, other].map((run) => ledgerText(answersOf(run.document())));
  expect(second).toBe(first);
  expect(one.document().complete).toHaveLength(6);
});
