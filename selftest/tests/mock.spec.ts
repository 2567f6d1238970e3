import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { operations } from '#mock/operations';
import { singleVariations, variation } from '#mock/variations';
import { faults, withFaults } from '../faults/faults.ts';
import { unsettled } from '../faults/published.ts';

function start(env: Record<string, string>): ChildProcess {
  const command = ['--import', 'tsx', 'cli/conformance.ts', 'mock'];
  return spawn(process.execPath, command, { env: { PATH: process.env.PATH, ...env }, stdio: 'pipe' });
}

async function outcome(process: ChildProcess): Promise<{ code: number | null; out: string; err: string }> {
  const exit = once(process, 'exit');
  const [out, err] = await Promise.all([process.stdout, process.stderr].map((s) => (s ? text(s) : '')));
  const [code] = await exit;
  return { code, out: out ?? '', err: err ?? '' };
}

test('the provider prints one ready line, answers there, and stops at SIGTERM', async () => {
  const provider = start({ PORT: '0', MOCK_VARIATION: '3', MOCK_FAULT: 'order-nothing-done' });
  const [line] = await once(provider.stdout ?? process.stdin, 'data');
  const ready = /^The embedded provider is ready: BASE_URL=(\S+:\d+) PROVIDER_STATES_URL=(\S+)\n$/.exec(`${line}`);

  const response = await fetch(`${ready?.[1]}/nowhere`);
  provider.kill('SIGTERM');
  const { code, out } = await outcome(provider);

  expect(response.status).toBe(404);
  expect([code, out]).toEqual([0, '']);
});

for (const { env, sentence } of [
  { env: { PORT: 'http' }, sentence: 'PORT is "http". Expected a whole number from 0 to 65535.' },
  { env: { PORT: '65536' }, sentence: 'PORT is "65536". Expected a whole number from 0 to 65535.' },
  { env: { MOCK_VARIATION: '-1' }, sentence: 'MOCK_VARIATION is "-1". Expected a whole number' },
  { env: { MOCK_FAULT: 'none' }, sentence: 'MOCK_FAULT is "none", an unknown fault.' },
]) {
  test(`the provider rejects ${JSON.stringify(env)} in one sentence`, { tag: '@long' }, async () => {
    const { code, out, err } = await outcome(start({ PORT: '0', ...env }));

    expect([code, out]).toEqual([1, '']);
    expect(err.trimEnd().split('\n')).toEqual([expect.stringContaining(sentence)]);
  });
}

test('the provider says that its port is in use', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  const port = typeof address === 'object' ? `${address?.port}` : '';

  const { code, err } = await outcome(start({ PORT: port }));

  expect([code, err]).toEqual([1, `Port ${port} is in use. Use another PORT, or 0 for any free one.\n`]);
  holder.close();
});

test('each fault has a name of its own and changes rules that its operation has', () => {
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  for (const { operation, patch } of faults)
    for (const { endpoint, build } of operations)
      if (endpoint === operation) expect(() => patch(build(variation(0)))).not.toThrow();
});

test('every defect of Defects4REST is a fault, or it is said why not', () => {
  expect(unsettled()).toEqual([]);
});

test('an unknown fault is an error that says where the names are', () => {
  expect(() => withFaults('no-such-fault')).toThrow(/no fault named "no-such-fault". Expected one of docs/);
});

test('each single variation differs from the default in one choice, and a combination is fixed by its number', () => {
  const usual = Object.entries(variation(0));
  for (let n = 1; n <= singleVariations; n += 1) {
    const changed = Object.entries(variation(n)).filter(([, value], index) => value !== usual[index]?.[1]);
    expect(changed, `variation ${n}`).toHaveLength(1);
  }
  expect(variation(1000)).toEqual(variation(1000));
  expect(variation(1000)).not.toEqual(variation(1001));
});
