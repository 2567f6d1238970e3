import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { expect, test } from '@playwright/test';
import { capabilities, capabilityNames } from '#api/requirement';
import { readSettings } from '#run/settings/settings';
import { forgetEnvironment } from '../playwright.config.ts';
import { close, listen } from '../tools/listen.ts';
import { runSuite } from '../tools/run-suite.ts';

test('what is accepted and wrong is a breach, even without a control', { tag: '@slow' }, async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"agreement_id":1}');
  });
  const BASE_URL = await listen(server);
  const values = { STATE_AN_ACCESS_TOKEN__ACCESS_TOKEN: 'a-token', STATE_AN_ACCESS_TOKEN__USER_ID: '1' };
  const client = { STATE_AN_APPLICATION__CLIENT_ID: '1', STATE_AN_APPLICATION__CLIENT_SECRET: 'secret' };

  const run = await runSuite(
    {
      WITHOUT: capabilityNames.join(','),
      BASE_URL,
      ...values,
      ...client,
      STATE_AN_APPLICATION__REDIRECT_URI: 'https://shop.example/',
    },
    '--project=wallet-agreements',
  );
  await close(server);

  expect(run.output).toContain('FAILED WAL-01');
  expect(run.output).toContain('agreement_id: expected string, actual: 1');
});

test('what is switched off sends nothing', { tag: '@long' }, async () => {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.end();
  });
  const url = await listen(server);

  const run = await runSuite(
    { WITHOUT: 'identity', BASE_URL: url, PROVIDER_STATES_URL: url },
    '--project=instore-orders',
    '--grep=@ORD-12',
  );
  await close(server);

  expect([run.code, asked]).toEqual([1, 0]); // 1: it exercised nothing
});

test('a capability that is unknown ends the run with one sentence that names the known ones', {
  tag: '@long',
}, async () => {
  const run = await runSuite({ WITHOUT: 'credentials,memory' });

  expect(run.code).toBe(4);
  expect(run.output.trim()).toBe(
    'WITHOUT is "credentials,memory". Expected one or more of credentials, identity, state, logic, validation, errors, with commas between them.',
  );
});

test('the words of WITHOUT may have spaces between them and any order', () => {
  expect(readSettings({ WITHOUT: ' state , credentials,' }).WITHOUT).toEqual(['credentials', 'state']);
});

test('docs/test-your-service.md has each capability with its line', () => {
  const page = readFileSync('docs/test-your-service.md', 'utf8');

  for (const [name, { does, without }] of Object.entries(capabilities))
    expect(page).toContain(`| \`${name}\` | ${does} | ${without} |`);
});

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
  const words = ['test', '-c', 'selftest', 'selftest/transport/same-origin.spec', '--grep=path parameter'];

  const { status, stdout } = spawnSync(
    'node_modules/.bin/playwright',
    [...words, '--output', test.info().outputPath()],
    {
      env: { PATH, HOME, ...foreign },
      encoding: 'utf8',
    },
  );

  expect([status, stdout]).toEqual([0, expect.stringMatching(/\d+ passed/)]);
});

test('a worker keeps what Playwright has set', () => {
  const environment = { TEST_WORKER_INDEX: '0', PLAYWRIGHT_TEST: '1' };

  forgetEnvironment(environment);

  expect(environment).toHaveProperty('PLAYWRIGHT_TEST');
});
