import { expect, test } from '@playwright/test';
import { errorRounds } from '#client/responses/sequences';
import { industries } from '#factories/preferences/industry';
import { preference } from '#factories/preferences/preference';
import { everything, inShort, runGate } from './run-gate.ts';

/** The official Node SDK, unmodified: it writes the requests; its user supplies the preferences. */
const bodies = industries.slice(0, 5).map((industry) => preference(industry, { tag: industry }));
const command = [process.execPath, 'selftest/sdk/clients/official.mjs', JSON.stringify(bodies)];

/** The gate's findings in version 3.6.1: see docs/gate-an-sdk.md. */
const findings = [
  'note oauth-token authorization-of-none',
  'note checkout-preferences trailing-slash',
  'note point-payment-intents content-type-without-body',
];

for (const way of ['--proxy', '--node']) {
  test(`the official Node SDK goes through the gate by ${way}`, { tag: '@long' }, async () => {
    const { code, out, result } = await runGate(way, '--', ...command);

    expect(out).toContain('create 200 access_token');
    expect(out).toContain('refresh 200 access_token');
    expect(out).toContain('cancel 200 id its own');
    expect(inShort(result())).toEqual(findings);
    expect(result().coverage.operations.met).toEqual(['oauth-token', 'checkout-preferences', 'point-payment-intents']);
    expect(result().coverage.industries.met).toEqual(industries.slice(0, 5));
    expect(result().requests.map(({ status }) => status)).toEqual([200, 200, 201, 201, 201, 201, 201, 200]);
    expect(code).toBe(0);
  });
}

test('the official Node SDK survives every documented error of the operations that it has', {
  tag: '@slow',
}, async () => {
  const run = await runGate('--node', '--replies', 'errors', '--', ...command);
  const expected = errorRounds(new Set(['oauth-token', 'point-payment-intents'])).map(({ name }) => name);

  expect(run.result().rounds.map(({ name }) => name)).toEqual(['conformant', ...expected]);
  expect(run.result().rounds.filter(({ survived }) => !survived)).toEqual([]);
  expect(run.result().coverage.errors.met).toEqual(expected);
  expect(inShort(run.result())).toEqual(findings);
  expect(run.out).toContain('create MPRateLimitError 429');
  for (const secret of ['the-sdk-s-own-secret', 'its-own-code', 'its-own-refresh', '112104-its-own'])
    expect(everything(run)).not.toContain(secret);
});
