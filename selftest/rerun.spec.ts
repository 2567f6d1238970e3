import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { startProvider } from '#mock/server';
import { recordSecret, redact } from '#redaction/redact';
import { rerunCommand } from '#reporters/words/rerun-words';
import { withFaults } from './faults/faults.ts';
import { runSuite } from './tools/run-suite.ts';

test('the printed rerun and curl, pasted into a shell, find the same breach of the same target', {
  tag: '@slow',
}, async () => {
  const provider = await startProvider({ wrap: withFaults('order-no-number-code') });
  const target = { BASE_URL: provider.baseUrl, PROVIDER_STATES_URL: provider.statesUrl, TARGET: 'a partner' };
  const run = await runSuite(target, '--project=instore-orders');
  const [, rerun = ''] = /^ {2}rerun: (.*--grep @ORD-10)$/m.exec(run.output) ?? [];
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, REPORTS_DIR: test.info().outputPath('reports') };

  const [, curl = ''] = /^ {2}reproduce: (curl .*)$/m.exec(run.output) ?? [];
  const ACCESS_TOKEN = await tokenOf(provider.statesUrl);
  const values = Object.fromEntries([...curl.matchAll(/\$(\w+)/g)].map(([, name = '']) => [name, ACCESS_TOKEN]));
  const { stdout: reproduced } = await promisify(execFile)('sh', ['-c', `${curl} -s -w '%{http_code}'`], {
    env: { PATH, HOME, ...values },
  });
  const again = await promisify(execFile)('sh', ['-c', rerun], { env }).catch((error) => error);
  await provider.close();

  expect(reproduced).toContain('invalid_collectorid'); // what ORD-10 is wrong in
  expect(reproduced).toMatch(/400$/);
  expect(again.code).toBe(1);
  expect(again.stdout).toContain(`Target a partner at ${provider.baseUrl}`);
  expect(again.stdout).toContain('FAILED ORD-10');
});

test('a request that is too long for a line stands in a script, which the printed line runs', async () => {
  const provider = await startProvider({ wrap: withFaults('preference-value-several-items') });
  const target = { BASE_URL: provider.baseUrl, PROVIDER_STATES_URL: provider.statesUrl, TARGET: 'a partner' };
  const run = await runSuite(target, '--project=checkout-preferences', '--grep', 'allowed for tourism');
  const { PATH = '', HOME = '' } = process.env;

  const [, line = ''] = /^ {2}reproduce: (\. .*)$/m.exec(run.output) ?? [];
  const ACCESS_TOKEN = await tokenOf(provider.statesUrl);
  const { stdout: reproduced } = await promisify(execFile)('sh', ['-c', line], {
    env: { PATH, HOME, ACCESS_TOKEN, OTHER_ACCESS_TOKEN: ACCESS_TOKEN },
  });
  await provider.close();

  expect(reproduced).toContain('something went wrong'); // what the fault answers
  const [, script = ''] = /'(.*)'/.exec(line) ?? [];
  expect(readFileSync(script, 'utf8').length).toBeGreaterThan(2_000);
});

/** A token of a fresh state of the provider. */
async function tokenOf(statesUrl: string): Promise<string> {
  const body = JSON.stringify({ state: 'an access token', params: {}, action: 'setup' });
  const answer = await fetch(statesUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { access_token }: { access_token: string } = JSON.parse(await answer.text());
  return access_token;
}

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
  recordSecret('client_secret', 'CLIENT_SECRET');

  expect(redact('A request without client_secret is an invalid_request.')).toBe(
    'A request without client_secret is an invalid_request.',
  );
});
