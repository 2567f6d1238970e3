import path from 'node:path';
import { expect, test } from '@playwright/test';
import { everything, inShort, runGate } from './run-gate.ts';

interface Ask {
  readonly to: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly token?: string;
  readonly state?: string;
}

const user = { description: 'a buyer', site_id: 'MLA' };
const good: Ask = { to: '$MP_BASE_URL/users/test', body: user };

/** Returns the command that sends these requests. */
function asking(...requests: readonly Ask[]): string[] {
  return ['--', process.execPath, 'selftest/sdk/clients/ask.mjs', ...requests.map((one) => JSON.stringify(one))];
}

for (const { args, sentence } of [
  { args: [], sentence: "error: missing required argument 'command'" },
  { args: ['--proxy', '--node', '--'], sentence: "error: option '--proxy' cannot be used with option '--node'" },
  { args: ['--replies', 'some', '--'], sentence: 'Expected conformant, variation:<n>, variations or errors.' },
  { args: ['--host', 'https://a', '--'], sentence: 'Expected a host name alone, such as api.example.com.' },
  { args: ['--timeout', '0', '--'], sentence: 'Expected whole seconds from 1 up.' },
  { args: ['--other-paths', 'ok', '--'], sentence: 'Allowed choices are breach, note, answer.' },
  { args: ['--colour', '--'], sentence: "error: unknown option '--colour'" },
  { args: ['--baseline', 'nowhere.json', '--'], sentence: 'nowhere.json cannot be read (ENOENT)' },
  { args: ['--baseline', 'package.json', '--'], sentence: 'package.json line 1: the file must have required property' },
  { args: ['--stubs', 'package.json', '--'], sentence: 'package.json line 1: the file must be array' },
  { args: ['--base-url', '--', 'no-such-command'], sentence: 'no-such-command was not found. Use one that runs in' },
]) {
  const tag = args.includes('package.json') ? '@long' : '@slow';
  test(`the gate rejects ${JSON.stringify(args)} in one sentence`, { tag }, async () => {
    const { code, out, err } = await runGate(...args, ...(args.at(-1) === '--' ? ['true'] : []));

    expect([code, out]).toEqual([2, '']);
    expect(err.trimEnd().split('\n').at(-1)).toContain(sentence);
  });
}

test('a host that is not the API is rejected and listed, and nothing of its query', { tag: '@long' }, async () => {
  const elsewhere = { ...good, to: 'https://other.example/users/test?access_token=its-own-token' };
  const own = { ...good, to: 'https://api.seller.example/users/test' };
  const run = await runGate('--node', '--host', 'api.seller.example', ...asking(own, elsewhere));

  expect(run.out).toContain('201 conformant\n403 conformant');
  expect(run.out).toContain('REFUSED POST other.example/users/test (1 times)');
  expect(run.result().refused).toEqual([{ request: 'POST other.example/users/test', count: 1 }]);
  expect(run.result().requests).toHaveLength(1);
  expect(everything(run)).not.toContain('its-own-token');
  expect(run.code).toBe(0);
});

test('a request that is none of the six operations fails the gate unless that is allowed', {
  tag: '@slow',
}, async () => {
  const command = asking(good, { to: '$MP_BASE_URL/v1/payments', body: {} });
  const strictly = await runGate('--base-url', ...command);
  const allowed = await runGate('--base-url', '--allow-other-paths', ...command);

  expect([strictly.code, inShort(strictly.result())]).toEqual([1, ['breach null operation']]);
  expect([allowed.code, inShort(allowed.result())]).toEqual([0, ['note null operation']]);
});

test('a run without a request, or whose command failed or outlasted its time, fails', { tag: '@slow' }, async () => {
  const silent = await runGate('--base-url', '--', 'true');
  const failing = await runGate('--base-url', '--', 'sh', '-c', 'curl -s $MP_BASE_URL; exit 3');
  const late = await runGate('--base-url', '--timeout', '1', '--', 'sh', '-c', 'sleep 61 & sleep 61');

  expect([silent.code, silent.result().reasons]).toEqual([1, [expect.stringContaining('No request reached the gate')]]);
  expect([failing.code, late.code]).toEqual([1, 1]);
  expect(failing.result().reasons).toContain('The command ended with exit code 3, its replies being: conformant.');
  expect(late.result().reasons).toContain('The command was still running after 1 s, its replies being: conformant.');
  expect(late.result().rounds).toEqual([expect.objectContaining({ timedOut: true, survived: false })]);
});

test('a baseline keeps old breaches, and reports new ones, those that are gone, and lost coverage', {
  tag: '@slow',
}, async () => {
  const bad = { ...good, body: { description: 'a buyer' } };
  const agreement = { to: '$MP_BASE_URL/v2/wallet_connect/agreements', body: { external_flow_id: 'f' } };
  const first = await runGate('--base-url', ...asking(bad, agreement));
  const baseline = ['--base-url', '--baseline', path.join(first.reports, 'sdk.json')];
  const same = await runGate(...baseline, ...asking(bad, agreement));
  const other = await runGate(...baseline, ...asking({ ...good, body: { ...user, site_id: 7 } }));

  expect(first.code).toBe(1);
  expect([same.code, same.out]).toEqual([0, expect.stringContaining('KNOWN test-users: /site_id is missing')]);
  expect(other.code).toBe(1);
  expect(other.out).toContain('BREACH test-users: /site_id is not a string; got 7');
  expect(other.result().gone).toEqual(['test-users · schema · /site_id · is missing']);
  expect(other.result().lost).toEqual(['wallet-agreements', 'wallet-agreements external_flow_id']);
});

test('the command learns its replies, and a base URL comes in any variable', { tag: '@long' }, async () => {
  const { code, out, result } = await runGate(
    ...['--base-url-variable', 'THE_API', '--replies', 'conformant', '--replies', 'variation:4'],
    ...asking({ ...good, to: '$THE_API/users/test' }, { ...good, to: 'https://other.example/' }),
  );

  expect(out).toContain('201 conformant\n403 conformant\n200 variation:4');
  expect(result().operations.find(({ endpoint }) => endpoint === 'test-users')?.replies).toEqual({
    given: 2,
    survived: 2,
  });
  expect(result().refused).toEqual([{ request: 'POST other.example/', count: 2 }]);
  expect(code).toBe(0);
});

test('a command that asks for provider states has its own credentials kept', { tag: '@long' }, async () => {
  const kept = { ...good, state: 'an access token' };
  const { out, code } = await runGate('--base-url', '--keep-credentials', ...asking(kept, good));

  expect(out).toContain('201 conformant\n401 conformant');
  expect(code).toBe(0);
});
