import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { SdkResult } from '#client/result/result';
import { createArrivals, createMessage } from '#client/wire/traffic';
import { ownFolder } from '../tools/own-folder.ts';
import { runGate } from './run-gate.ts';

/** Parts of a request × endings, as selftest/sdk/clients/endings.py makes them. */
const [parts, endings] = [4, 6];

for (const way of ['proxy', 'transparent', 'base-url'])
  test(`a request that is cut off is kept and fails the run, whatever ends its connection: ${way}`, {
    tag: '@long',
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

test('a number that became neither a request nor unparsed traffic is lost', async () => {
  const arrivals = createArrivals({ respond: async () => createMessage(200, ''), recordUnparsed: () => {} });
  arrivals.recordUnparsed('broken-off', 'a connection');
  const { number } = arrivals.next();

  expect(await arrivals.lost()).toEqual([number]);
});

/** Sends one request, leaves a child process in its own session, and never ends. */
const client = `curl -s --json '{"description":"a","site_id":"MLA"}' -H 'Authorization: Bearer APP_USR-1234-1' $MP_BASE_URL/users/test
setsid sleep 7200 & echo "left $!"; sleep 7200`;

for (const { name, program, end, writes } of [
  { name: 'SIGTERM to npm alone', program: 'npm', end: (child: ChildProcess) => child.kill('SIGTERM'), writes: true },
  { name: 'SIGINT', program: 'node', end: (child: ChildProcess) => child.kill('SIGINT'), writes: true },
  { name: 'SIGTERM', program: 'node', end: (child: ChildProcess) => child.kill('SIGTERM'), writes: true },
  { name: 'SIGKILL', program: 'node', end: (child: ChildProcess) => child.kill('SIGKILL'), writes: false },
]) {
  test(`${name} ends the gate and all that its command started, and leaves no folder`, {
    tag: name === 'SIGKILL' ? '@long' : '@slow',
  }, async () => {
    const TMPDIR = ownFolder();
    const reports = path.join(TMPDIR, 'reports');
    const { PATH = '', HOME = '' } = process.env;
    const words = ['--base-url', '--', 'sh', '-c', client];
    const args = program === 'npm' ? ['run', 'sdk', '--', ...words] : ['--import', 'tsx', 'client/main.ts', ...words];
    const child = spawn(program, args, {
      env: { PATH, HOME, TMPDIR, REPORTS_DIR: reports },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk;
    });
    await expect.poll(() => out, { timeout: 120_000 }).toMatch(/left \d+/);
    const left = Number(/left (\d+)/.exec(out)?.[1]);
    expect(isRunning(left)).toBe(true);

    end(child);

    await expect.poll(() => isRunning(left), { timeout: 30_000 }).toBe(false);
    await expect.poll(() => gateFolders(TMPDIR), { timeout: 30_000 }).toEqual([]);
    if (writes) await expect.poll(() => existsSync(path.join(reports, 'sdk.json')), { timeout: 30_000 }).toBe(true);
    if (writes)
      expect(resultIn(reports)).toMatchObject({ interrupted: true, verdict: 'FAILED', requests: [{ number: 1 }] });
  });
}

function resultIn(reports: string): SdkResult {
  return JSON.parse(readFileSync(path.join(reports, 'sdk.json'), 'utf8'));
}

function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}

function gateFolders(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith('sdk-gate-'));
}
