import path from 'node:path';
import { expect, test } from '@playwright/test';
import { readBaseline } from '#client/run/run';
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

/** The command that sends these requests. */
function asking(...requests: readonly Ask[]): string[] {
  return [
    '--',
    process.execPath,
    'selftest/sdk/clients/ask.mjs',
    ...requests.map((request) => JSON.stringify(request)),
  ];
}

for (const { args, sentence } of [
  { args: [], sentence: "error: missing required argument 'command'" },
  {
    args: ['--proxy', '--node', '--', 'true'],
    sentence: "error: option '--proxy' cannot be used with option '--node'",
  },
  {
    args: ['--replies', 'some', '--', 'true'],
    sentence: 'Give conformant, variation:<n>, variations or errors.',
  },
  {
    args: ['--host', 'https://a.example', '--', 'true'],
    sentence: 'Give a host name alone, such as api.example.com.',
  },
  { args: ['--timeout', '0', '--', 'true'], sentence: 'Give whole seconds from 1 up.' },
  { args: ['--colour', '--', 'true'], sentence: "error: unknown option '--colour'" },
  {
    args: ['--baseline', 'nowhere.json', '--', 'true'],
    sentence: 'nowhere.json cannot be read: give the sdk.json',
  },
  {
    args: ['--baseline', 'package.json', '--', 'true'],
    sentence: 'package.json is no result of the SDK gate',
  },
]) {
  test(`the gate refuses ${JSON.stringify(args)} in one sentence`, {
    tag: args.includes('package.json') ? '@long' : '@slow',
  }, async () => {
    const { code, out, err } = await runGate(...args);

    expect([code, out]).toEqual([2, '']);
    expect(err.trimEnd().split('\n')).toEqual([expect.stringContaining(sentence)]);
  });
}

test('a command that does not exist is reported in one sentence', { tag: '@long' }, async () => {
  const { code, err } = await runGate('--base-url', '--', 'no-such-command');

  expect(code).toBe(2);
  expect(err).toContain('The command no-such-command was not found: give one that runs in');
});

test('a base URL comes in a variable of any name, and what goes elsewhere is refused', {
  tag: '@long',
}, async () => {
  const { code, result } = await runGate(
    '--base-url-variable',
    'THE_API',
    ...asking(good, { ...good, to: '$THE_API/users/test' }, { ...good, to: 'https://other.example/' }),
  );

  expect(result().requests.map(({ status }) => status)).toEqual([201, 201]);
  expect(result().refused).toEqual([{ request: 'POST other.example/', count: 1 }]);
  expect(code).toBe(0);
});

test('a host that is not the API is refused and listed, and nothing of its query', { tag: '@long' }, async () => {
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

test('a run that met no request, or whose command failed, fails', { tag: '@slow' }, async () => {
  const silent = await runGate('--base-url', '--', 'true');
  const failing = await runGate('--base-url', '--', 'sh', '-c', 'curl -s $MP_BASE_URL; exit 3');

  expect([silent.code, silent.result().reasons]).toEqual([1, [expect.stringContaining('No request reached the gate')]]);
  expect(failing.code).toBe(1);
  expect(failing.result().reasons).toContain('The command ended with exit code 3, its replies being: conformant.');
});

test('a command that outlasts its time is ended with what it started', { tag: '@long' }, async () => {
  const { code, result } = await runGate('--base-url', '--timeout', '1', '--', 'sh', '-c', 'sleep 61 & sleep 61');

  expect(code).toBe(1);
  expect(result().rounds).toEqual([expect.objectContaining({ timedOut: true, survived: false })]);
  expect(result().reasons).toContain('The command was still running after 1 s, its replies being: conformant.');
});

test('with a baseline old breaches are listed, new ones fail, and those that are gone are reported', {
  tag: '@slow',
}, async () => {
  const bad = { ...good, body: { description: 'a buyer' } };
  const worse = { ...good, body: { ...user, site_id: 7 } };
  const first = await runGate('--base-url', ...asking(bad));
  const baseline = path.join(first.reports, 'sdk.json');
  const same = await runGate('--base-url', '--baseline', baseline, ...asking(bad));
  const other = await runGate('--base-url', '--baseline', baseline, ...asking(worse));

  expect(first.code).toBe(1);
  expect([same.code, same.out]).toEqual([0, expect.stringContaining('KNOWN test-users: /site_id is missing')]);
  expect(other.code).toBe(1);
  expect(other.out).toContain('BREACH test-users: /site_id is not a string; got 7');
  expect(other.result().gone).toEqual(['test-users · schema · /site_id · is missing']);
  expect(() => readBaseline(path.join(other.reports, 'sdk.json'))).not.toThrow();
});

test('the command learns which replies it meets, and meets those of a variation', {
  tag: '@long',
}, async () => {
  const { out, result } = await runGate(
    '--base-url',
    '--replies',
    'conformant',
    '--replies',
    'variation:4',
    ...asking(good),
  );

  expect(out).toContain('201 conformant\n200 variation:4');
  expect(result().operations.find(({ endpoint }) => endpoint === 'test-users')?.replies).toEqual({
    given: 2,
    survived: 2,
  });
});

test('a command that asks for provider states has its own credentials kept', { tag: '@long' }, async () => {
  const kept = { ...good, state: 'an access token' };
  const { out, code } = await runGate('--base-url', '--keep-credentials', ...asking(kept, good));

  expect(out).toContain('201 conformant\n401 conformant');
  expect(code).toBe(0);
});
