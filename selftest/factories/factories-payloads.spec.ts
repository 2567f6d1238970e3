import { execFile } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { type KindName, linesOf, type Selection } from '#factories/preferences/payload-lines';

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

test('prints as many valid payloads of an industry as asked, each with what it is', async () => {
  const { code, out } = await payloads('--industry tourism --valid 5 --seed 7');

  const lines = jsonLines(out);
  expect(code).toBe(0);
  expect(lines).toHaveLength(5);
  expect(lines[0]).toMatchObject({
    industry: 'tourism',
    kind: 'valid',
    name: 'full',
    seed: 7,
    body: { items: [expect.objectContaining({ category_id: 'travels' })] },
  });
  // The same seed gives the same bytes in another process.
  const bodies = drawn('valid', { industry: 'tourism', seed: 7 }, 5).map(({ body }) => JSON.stringify(body));
  expect(lines.map(({ body }) => JSON.stringify(body))).toEqual(bodies);
});

test('takes the seeds that follow where one seed has not enough', () => {
  const lines = drawn('valid', { industry: 'utilities', seed: 7 }, 30);

  expect(new Set(lines.map(({ seed }) => seed))).toEqual(new Set([7, 8, 9]));
  expect(lines).toHaveLength(30);
});

test('shows a break with its keyword and pointer, and a hostile payload as raw text', () => {
  const lines = drawn('invalid', { depth: 'smoke' });

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

test('rejects bad arguments with one sentence and prints nothing', async () => {
  const bad = ['--industry mining', '--valid many', '--bogus'];

  const runs = await Promise.all(bad.map(payloads));

  expect(runs.map(({ code, out }) => [code, out])).toEqual(bad.map(() => [1, '']));
  expect(runs.map(({ err }) => err.trim().split('\n').length)).toEqual(bad.map(() => 1));
});

function drawn(kind: KindName, selection: Partial<Selection>, count?: number) {
  return [...linesOf(kind, { seed: 1, depth: 'standard', ...selection }, count)];
}

function payloads(args: string): Promise<Run> {
  const words = ['--import', 'tsx', 'cli/conformance.ts', 'mock', 'payloads', ...args.split(' ')];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, words, (_, out, err) => {
      resolve({ code: child.exitCode ?? -1, out, err });
    });
  });
}

function jsonLines(out: string): Record<string, unknown>[] {
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
