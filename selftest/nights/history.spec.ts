import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { keepInHistory, readHistory } from '#results/history/history';
import { recordOf } from '#results/history/record';
import { ownFolder } from '../tools/own-folder.ts';
import { documentOf } from '../tools/page-document.ts';
import { runSuite } from '../tools/run-suite.ts';

const broken = { 'TOK-01': { outcome: 'failed', reason: 'broken' } } as const;
const newFile = () => path.join(ownFolder('history'), 'kept', 'history.jsonl');
const left = [
  { operation: 'test-users', id: '1', status: 201, when: '', requirement: '', test: '', tag: null },
] as const;

test('a run is one line of the history, the last that was written of it, in the order of their beginnings', async () => {
  const file = newFile();
  const night = async (run: string, started: string, found = {}) =>
    keepInHistory(recordOf(await documentOf(found, { run, started }), left), file);

  await night('second', '2026-01-02T02:00:00.000Z', broken);
  await night('first', '2026-01-01T02:00:00.000Z', broken);
  await night('first', '2026-01-01T02:00:00.000Z');

  const runs = readHistory(file);
  expect(runs.map(({ run, verdict }) => [run, verdict])).toEqual([
    ['first', 'CONFORMANT'],
    ['second', 'NON-CONFORMANT'],
  ]);
  expect(runs[1]).toMatchObject({
    target: 'sandbox',
    build: 'c0ffee',
    tone: 'red',
    reasons: ['breach'],
    musts: { failed: 1 },
    outcomes: { failed: ['TOK-01'] },
    created: { 'test-users': 1 },
    drift: null,
  });
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(2);
});

test('a history that holds garbage is one sentence before the run, and stays as it is', { tag: '@long' }, async () => {
  const HISTORY = path.join(ownFolder('history'), 'history.jsonl');
  const says = (line: string) => {
    writeFileSync(HISTORY, `\n${line}\n`);
    return () => readHistory(HISTORY);
  };
  expect(says('{"run": "a"}')).toThrow(`${HISTORY} line 2: the line must have required property 'subject'`);
  expect(says('garbage')).toThrow('line 2: the line is no JSON. Fix or remove the line.');

  const run = await runSuite({ HISTORY }, '--grep=@ORD-10');

  expect([run.code, run.output.trim().split('\n').length]).toEqual([4, 1]);
  expect(readFileSync(HISTORY, 'utf8')).toBe('\ngarbage\n');
});

test('a part of a run is no night of the history', { tag: '@slow' }, async () => {
  const HISTORY = newFile();

  const run = await runSuite({ HISTORY }, '--grep=@ORD-10');

  expect([run.code, existsSync(HISTORY)]).toEqual([0, false]);
});
