import { errorRounds } from '#client/responses/sequences';
import { industries } from '#factories/preferences/industry';
import { preference } from '#factories/preferences/preference';
import { expect, long, slow, test } from '../tools/fixtures.ts';
import { everything, inShort, runGate } from './run-gate.ts';

const suite = (name: string, ...args: string[]) => ['--', 'node', `selftest/sdk/clients/${name}.mjs`, ...args];

test('what was created can be read, updated, searched and deleted, and is no breach', long, async () => {
  const { code, out, result } = await runGate('--base-url', '--other-paths', 'answer', ...suite('created'));

  const found = 'read retail-77\nupdated true true\nfound 1 true\nnone 0\ndeleted 200 404';
  expect(out).toContain(`created 201 retail-77 a string\n${found}`);
  expect(inShort(result()).filter((line) => line.startsWith('breach'))).toEqual([]);
  expect(code).toBe(0);
});

test('what another path creates can be read, and a path that misses one of the six creates nothing', long, async () => {
  const missed = [
    ...['/checkout/preference', '/v1/checkout/preferences', '/oauth/tokens'],
    ...['/v1/users', '/wallet-connect/agreements'],
  ];
  const { out, result } = await runGate('--base-url', '--other-paths', 'answer', ...suite('missed', ...missed));

  expect(out).toContain(`created 201 a@b.example\nsearched 200\n${'missed 404\n'.repeat(missed.length)}`);
  expect(inShort(result())).toHaveLength(3 + missed.length);
});

test('other paths are answered by stubs from a file, and tokens that are meant to fail are kept', long, async () => {
  const stubs = ['--base-url', '--stubs', 'selftest/sdk/rows/stubs.json', '--keep', 'APP_USR-mine'];

  const { out, code } = await runGate(...stubs, ...suite('stubs'));

  expect(out).toContain(
    'approved\nother 404\nmeant 401\nnone 401 401\nsites open 203 own open sent\ncreated stubbed\n',
  );
  expect(out).toContain('user TESTSTUB MLA TESTSTUB\ninvalid_access_token 401 undefined\nAPP_USR-mine 401 undefined');
  expect(code).toBe(0);
});

test('requests and exit code are judged apart, and the result says which of the two failed', slow, async () => {
  const valid = suite('user', '3', '{"description":"a","site_id":"MLA"}');
  const failing = await runGate('--base-url', ...valid);
  const ignored = await runGate('--base-url', '--ignore-exit', ...valid);
  const breaching = await runGate('--base-url', '--ignore-exit', ...suite('user', '0', '{"description":"a"}'));

  const passed = { contract: 'passed', command: 'passed', coverage: 'passed', gate: 'passed' };
  expect([failing.code, failing.result().judged]).toEqual([1, { ...passed, command: 'failed' }]);
  expect([ignored.code, ignored.result().verdict]).toEqual([0, 'PASSED']);
  expect([breaching.code, breaching.result().judged]).toEqual([1, { ...passed, contract: 'failed' }]);
});

/** The official Node SDK, unmodified: it writes the requests; its user supplies the preferences. */
const bodies = industries.slice(0, 5).map((industry) => preference(industry, { tag: industry }));
const command = [process.execPath, 'selftest/sdk/clients/official.mjs', JSON.stringify(bodies)];

/** The gate's findings in version 3.6.1: see docs/gate-an-sdk.md. */
const findings = [
  'note oauth-token authorization-of-none',
  'note checkout-preferences trailing-slash',
  'note point-payment-intents content-type-without-body',
];

test('the official Node SDK goes through the gate by --proxy', long, async () => {
  const { code, out, result } = await runGate('--proxy', '--', ...command);

  for (const line of ['create 200 access_token', 'refresh 200 access_token', 'cancel 200 id its own'])
    expect(out).toContain(line);
  expect(inShort(result())).toEqual(findings);
  expect(result().coverage.operations.met).toEqual(['oauth-token', 'checkout-preferences', 'point-payment-intents']);
  expect(result().coverage.industries.met).toEqual(industries.slice(0, 5));
  expect(result().requests.map(({ status }) => status)).toEqual([200, 200, 201, 201, 201, 201, 201, 200]);
  expect(code).toBe(0);
});

test('the official Node SDK survives by --node every documented error of its operations', slow, async () => {
  const run = await runGate('--node', '--replies', 'errors', '--', ...command);

  const expected = errorRounds(new Set(['oauth-token', 'point-payment-intents'])).map(({ name }) => name);
  expect(run.result().rounds.map(({ name }) => name)).toEqual(['conformant', ...expected]);
  expect(run.result().rounds.filter(({ survived }) => !survived)).toEqual([]);
  expect(run.result().coverage.errors.met).toEqual(expected);
  expect(inShort(run.result())).toEqual(findings);
  for (const line of ['cancel 200 id its own', 'create MPRateLimitError 429']) expect(run.out).toContain(line);
  for (const secret of ['the-sdk-s-own-secret', 'its-own-code', 'its-own-refresh', '112104-its-own'])
    expect(everything(run)).not.toContain(secret);
});
