import { execFile } from 'node:child_process';
import { expect, test } from '@playwright/test';

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

test('prints as many valid payloads of an industry as asked, each with what it is', async () => {
  const { code, out } = await payloads('--industry tourism --valid 5 --seed 7');

  const lines = linesOf(out);
  expect(code).toBe(0);
  expect(lines).toHaveLength(5);
  expect(lines[0]).toMatchObject({
    industry: 'tourism',
    kind: 'valid',
    name: 'full',
    seed: 7,
    body: { items: [expect.objectContaining({ category_id: 'travels' })] },
  });
});

test('takes the seeds that follow where one seed has not enough', async () => {
  const { out } = await payloads('--industry utilities --valid 30 --seed 7');

  expect(new Set(linesOf(out).map(({ seed }) => seed))).toEqual(new Set([7, 8, 9]));
  expect(linesOf(out)).toHaveLength(30);
});

test('prints the same bytes for the same seed', async () => {
  const [one, same] = await Promise.all(
    ['7', '7'].map((seed) => payloads(`--valid --invalid --seed ${seed}`)),
  );

  expect(one?.out.length).toBeGreaterThan(100_000);
  expect(same?.out).toBe(one?.out);
});

test('prints a break with its keyword and pointer, and a hostile payload as raw text', async () => {
  const lines = linesOf((await payloads('--invalid --depth smoke')).out);

  expect(lines.find(({ name }) => name === 'items.quantity as text')).toMatchObject({
    kind: 'break',
    keyword: 'type',
    pointer: '/items/0/quantity',
    body: expect.anything(),
  });
  expect(lines.find(({ name }) => name === 'items.quantity that overflows')).toMatchObject({
    kind: 'hostile',
    pointer: '/items/0/quantity',
    text: expect.stringContaining('"quantity":1e400'),
  });
});

test('prints contradictions, omissions and foreign fields of an industry', async () => {
  const { out } = await payloads('--industry hospitality --contradictions --omissions --foreign');

  const kinds = new Set(linesOf(out).map(({ industry, kind }) => `${industry} ${kind}`));
  expect(kinds).toEqual(
    new Set(['hospitality contradiction', 'hospitality omission', 'hospitality foreign field']),
  );
});

test('refuses bad arguments with one sentence and prints nothing', async () => {
  const bad = ['--industry mining', '--valid many', '--seed -1', '--bogus', 'more'];

  const runs = await Promise.all(bad.map(payloads));

  expect(runs.map(({ code, out }) => [code, out])).toEqual(bad.map(() => [1, '']));
  expect(runs.map(({ err }) => err.trim().split('\n').length)).toEqual(bad.map(() => 1));
});

test('a reader that has read enough is no error', async () => {
  const { code, out, err } = await run('/bin/bash', [
    '-c',
    'set -o pipefail; node --import tsx factories/payloads.ts --valid 5000 | head -1',
  ]);

  expect(err).toBe('');
  expect(code).toBe(0);
  expect(linesOf(out)).toHaveLength(1);
});

function payloads(args: string): Promise<Run> {
  return run(process.execPath, ['--import', 'tsx', 'factories/payloads.ts', ...args.split(' ')]);
}

function run(file: string, args: string[]): Promise<Run> {
  const cwd = new URL('..', import.meta.url);
  return new Promise((resolve) => {
    const child = execFile(file, args, { cwd, maxBuffer: 100_000_000 }, (_, out, err) => {
      resolve({ code: child.exitCode ?? -1, out, err });
    });
  });
}

function linesOf(out: string): Record<string, unknown>[] {
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
