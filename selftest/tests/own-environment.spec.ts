import { spawnSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { forgetEnvironment } from '../tools/own-environment.ts';

/** Settings of the suite, and variables that Playwright itself reads. */
const foreign = {
  BASE_URL: 'https://elsewhere.example',
  TARGET: 'sandbox',
  STRICT: 'perhaps',
  SHARD: '2/2',
  PLAYWRIGHT_JSON_OUTPUT_NAME: 'elsewhere.json',
};

test('no variable of the caller changes a self-test', { tag: '@long' }, () => {
  const { PATH = '', HOME = '' } = process.env;
  const words = [
    'test',
    '-c',
    'selftest',
    'selftest/transport/same-origin.spec',
    '--grep=path parameter',
    '--output',
    test.info().outputPath(),
  ];

  const { status, stdout } = spawnSync('node_modules/.bin/playwright', words, {
    env: { PATH, HOME, ...foreign },
    encoding: 'utf8',
  });

  expect([status, stdout]).toEqual([0, expect.stringMatching(/\d+ passed/)]);
});

test('a worker keeps what Playwright has set', () => {
  const environment = { TEST_WORKER_INDEX: '0', PLAYWRIGHT_TEST: '1' };

  forgetEnvironment(environment);

  expect(environment).toHaveProperty('PLAYWRIGHT_TEST');
});
