import { expect, test } from '@playwright/test';
import { createArrivals, createMessage } from '#client/wire/traffic';
import { runGate } from './run-gate.ts';

/** Parts of a request × endings, as selftest/sdk/clients/endings.py makes them. */
const [parts, endings] = [4, 6];

for (const way of ['proxy', 'transparent', 'base-url'])
  test(`a request that is cut off is kept and fails the run, whatever ends its connection: ${way}`, {
    tag: way === 'proxy' ? [] : '@long',
  }, async () => {
    const { code, err, result } = await runGate(`--${way}`, '--', 'python3', 'selftest/sdk/clients/endings.py', way);
    const { strays, errors, rounds } = result();

    expect(
      rounds.map(({ code }) => code),
      err,
    ).toEqual([0]);
    expect([code, strays.map(({ kind }) => kind)]).toEqual([1, Array(parts * endings).fill('broken-off')]);
    const named = strays.filter(({ text }) => /POST \S+\/users\/test ended within its body/.test(text));
    expect(named).toHaveLength((parts - 1) * endings);
    expect(errors).toEqual([]);
  });

test('a request whose response is awaited when the command ends is kept and judged', { tag: '@long' }, async () => {
  const { code, result } = await runGate(
    ...['--base-url', '--reply', 'test-users=slow=60', '--', 'sh', '-c'],
    'curl -s -m 1 -X PUT "$MP_BASE_URL/users/test" || true',
  );
  const { requests, findings, errors } = result();

  expect([code, errors]).toEqual([1, []]);
  expect(requests.map(({ number, method }) => [number, method])).toEqual([[1, 'PUT']]);
  expect(findings.map(({ rule }) => rule)).toContain('method');
});

test('a number that became neither a request nor a stray is lost', async () => {
  const arrivals = createArrivals({ answer: async () => createMessage(200, ''), stray: () => {} });
  arrivals.stray('broken-off', 'a connection');
  const { number } = arrivals.next();

  expect(await arrivals.lost()).toEqual([number]);
});
