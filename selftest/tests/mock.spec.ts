import { once } from 'node:events';
import { operations } from '#mock/operations';
import { singleVariations, variation } from '#mock/variations';
import { faults } from '../faults/faults.ts';
import { unsettled } from '../faults/published.ts';
import { expect, program, runCommand, test } from '../tools/fixtures.ts';
import { start } from '../tools/started.ts';

test('the provider prints one ready line, answers there, and stops at SIGTERM', async () => {
  const words = [...program, 'mock'];
  const provider = start(words, { PORT: '0', MOCK_VARIATION: '3', MOCK_FAULT: 'order-nothing-done' });
  const ready = /^The embedded provider is ready: BASE_URL=(\S+:\d+) PROVIDER_STATES_URL=\S+\n$/;
  const [line, baseUrl] = await provider.says(ready);

  const response = await fetch(`${baseUrl}/nowhere`);
  provider.child.kill('SIGTERM');
  const [code] = await once(provider.child, 'close');

  expect(response.status).toBe(404);
  expect([code, provider.output()]).toEqual([0, line]);
});

test('the provider says that its port is in use', async ({ serve }) => {
  const { port: PORT } = new URL(await serve(() => undefined));

  const { code, stderr } = await runCommand('mock', [], { PORT });

  expect([code, stderr]).toEqual([1, `Port ${PORT} is in use. Use another port, or 0 for any free one.\n`]);
});

test('each fault has a name of its own and changes rules that its operation has', () => {
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  for (const { operation, patch } of faults)
    for (const { endpoint, build } of operations)
      if (endpoint === operation) expect(() => patch(build(variation(0)))).not.toThrow();
});

test('every defect of Defects4REST is a fault, or it is said why not', () => expect(unsettled()).toEqual([]));

test('each single variation differs from the default in one choice, and a combination is fixed by its number', () => {
  const usual = Object.entries(variation(0));
  for (let n = 1; n <= singleVariations; n += 1) {
    const changed = Object.entries(variation(n)).filter(([, value], index) => value !== usual[index]?.[1]);
    expect(changed, `variation ${n}`).toHaveLength(1);
  }
  expect(variation(1000)).toEqual(variation(1000));
  expect(variation(1000)).not.toEqual(variation(1001));
});
