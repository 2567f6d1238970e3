import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createArrivals, createMessage } from '#client/wire/traffic';
import { expect, long, ownFolder, program, test } from '../tools/fixtures.ts';
import { start } from '../tools/started.ts';
import { runGate } from './run-gate.ts';

/** Parts of a request × endings, and streams of HTTP/2, as selftest/sdk/clients/endings.py makes them. */
const [parts, endings] = [5, 6];
const kinds = Object.entries({ 'broken-off': parts * endings + 2, 'malformed-request': 6, 'silent-connection': 2 });

for (const way of ['proxy', 'transparent', 'base-url'])
  test(`a request that is cut off is kept and fails the run, whatever ends its connection: ${way}`, long, async () => {
    const { code, err, result } = await runGate(`--${way}`, '--', 'python3', 'selftest/sdk/clients/endings.py', way);
    const { strays, errors, rounds } = result();

    expect(rounds, err).toMatchObject([{ code: 0 }]);
    expect([code, strays.map(({ kind }) => kind)]).toEqual([1, kinds.flatMap(([kind, n]) => Array(n).fill(kind))]);
    const named = strays.filter(({ text }) => /POST \S+\/users\/test ended within its body/.test(text));
    const missing = named.filter(({ text }) => text.includes('; header Authorization is missing'));
    expect([named.length, missing.length]).toEqual([(parts - 1) * endings + 2, endings + 2]);
    expect(errors).toEqual([]);
  });

test('a request whose response is awaited when the command ends is kept and judged', long, async () => {
  const { code, result } = await runGate(
    ...['--base-url', '--reply', 'test-users=slow=60', '--', 'sh', '-c'],
    'curl -s -m 1 -X PUT "$MP_BASE_URL/users/test" || true',
  );
  const { requests, findings, errors } = result();

  expect([code, errors]).toEqual([1, []]);
  expect(requests.map(({ number, method }) => [number, method])).toEqual([[1, 'PUT']]);
  expect(findings.map(({ rule }) => rule)).toContain('method');
});

test('a number that became neither a request nor unparsed traffic is lost', async () => {
  const arrivals = createArrivals({ respond: async () => createMessage(200, ''), recordUnparsed: () => {} });
  arrivals.recordUnparsed('broken-off', 'a connection');
  const { number } = arrivals.next();

  expect(await arrivals.lost()).toEqual([number]);
});

/** Sends one request, leaves a child process in its own session, and never ends. */
const client = `curl -s --json '{"description":"a","site_id":"MLA"}' -H 'Authorization: Bearer APP_USR-1234-1' $MP_BASE_URL/users/test
setsid sleep 7200 & echo "left $!"; sleep 7200`;

for (const [name, command, signal] of [
  ['SIGTERM to npm alone', 'npm', 'SIGTERM'],
  ['SIGINT', 'node', 'SIGINT'],
  ['SIGTERM', 'node', 'SIGTERM'],
  ['SIGKILL', 'node', 'SIGKILL'],
] as const) {
  const tag = name === 'SIGKILL' ? '@long' : '@slow';
  test(`${name} ends the gate and all that its command started, and leaves no folder`, { tag }, async () => {
    const TMPDIR = ownFolder();
    const reports = path.join(TMPDIR, 'reports');
    const words = ['--base-url', '--', 'sh', '-c', client];
    const args = command === 'npm' ? ['run', 'sdk', '--', ...words] : [...program, 'sdk', ...words];
    const { child, says } = start(args, { TMPDIR, REPORTS_DIR: reports }, command);
    const left = Number((await says(/left (\d+)/))[1]);
    expect(isRunning(left)).toBe(true);

    child.kill(signal);

    await expect.poll(() => isRunning(left), { timeout: 30_000 }).toBe(false);
    const listGates = () => readdirSync(TMPDIR).filter((name) => name.startsWith('sdk-gate-'));
    await expect.poll(listGates, { timeout: 30_000 }).toEqual([]);
    if (signal === 'SIGKILL') return;
    const file = path.join(reports, 'sdk.json');
    await expect.poll(() => existsSync(file), { timeout: 30_000 }).toBe(true);
    const written = { interrupted: true, verdict: 'FAILED', requests: [{ number: 1 }] };
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject(written);
  });
}

function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}
