import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { startProvider } from '#mock/server';
import { recordSecret, redact } from '#redaction/redact';
import { rerunCommand } from '#reporters/words/run-words';
import { withFaults } from './faults/faults.ts';
import { runSuite } from './tools/run-suite.ts';

test('the printed rerun, pasted into a shell, finds the same breach of the same target', { tag: '@slow' }, async () => {
  const provider = await startProvider({ wrap: withFaults('order-no-number-code') });
  const target = { BASE_URL: provider.baseUrl, PROVIDER_STATES_URL: provider.statesUrl, TARGET: 'a partner' };
  const run = await runSuite(target, '--project=instore-orders');
  const [, rerun = ''] = /^ {2}rerun: (.*--grep @ORD-10)$/m.exec(run.output) ?? [];
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, REPORTS_DIR: test.info().outputPath('reports') };

  const again = await promisify(execFile)('sh', ['-c', rerun], { env }).catch((error) => error);
  await provider.close();

  expect(again.code).toBe(1);
  expect(again.stdout).toContain(`Target a partner at ${provider.baseUrl}`);
  expect(again.stdout).toContain('FAILED ORD-10');
});

test('a rerun holds no address that may hold a password', () => {
  const row = { id: 'TOK-01', endpoint: 'oauth-token' };

  const words = rerunCommand([row], {
    seed: 7,
    settings: { TARGET: "a partner's", PROVIDER_STATES_URL: '' },
    decision: { subject: 'service' },
    selection: { argv: [] },
  });

  expect(words).toBe(
    `TARGET='a partner'\\''s' PROVIDER_STATES_URL="$PROVIDER_STATES_URL" SEED=7 npm run conformance -- --project=oauth-token --grep @TOK-01`,
  );
});

test('a rerun of a client plays the scenarios of its requirements alone, with the same command', () => {
  const words = rerunCommand([{ id: 'CPI-05', endpoint: 'point-payment-intents' }], {
    seed: 7,
    settings: {},
    decision: { subject: 'client' },
    selection: { argv: ['client', '--only', 'CTK-01', '--', 'node', 'my driver.mjs'] },
  });

  expect(words).toBe(`npm run conformance -- client --only CPI-05 -- node 'my driver.mjs'`);
});

test("a word of the suite's own tests is no secret, and stays in the reports", () => {
  recordSecret('client_secret');

  expect(redact('A request without client_secret is an invalid_request.')).toBe(
    'A request without client_secret is an invalid_request.',
  );
});
