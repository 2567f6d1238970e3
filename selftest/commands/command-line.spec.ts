import { readdirSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { runSuite } from '../tools/run-suite.ts';

const one = ['--project=instore-orders', '--grep', 'rejects an empty external_pos_id'];

test('no trace is written, which would hold every secret', { tag: '@long' }, async () => {
  const run = await runSuite({}, ...one, '--trace=on');

  expect(run.output).toContain('1 passed');
  const files = readdirSync(run.reports, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => file.endsWith('.zip'))).toEqual([]);
});

test('a reporter in place of those of the suite is rejected with a message', { tag: '@long' }, async () => {
  const run = await runSuite({}, ...one, '--reporter=html');

  expect(run.code).toBe(4);
  expect(run.output).toBe('--reporter=html would replace the reporters of the suite. Use --add-reporter=html.\n');
});

test('a PORT that the machine sets for something else has no say in the embedded provider', {
  tag: '@long',
}, async () => {
  const run = await runSuite({ PORT: 'tcp://10.0.0.1:80' }, ...one);

  expect(run.code).toBe(0);
});
