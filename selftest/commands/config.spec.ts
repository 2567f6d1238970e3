import { existsSync } from 'node:fs';
import path from 'node:path';
import { json as readJson } from 'node:stream/consumers';
import { startProvider } from '#mock/server';
import { recordSecret } from '#redaction/redact';
import { createRunContext, mergeSettings, readSettingFiles } from '#run/process/sources';
import { getBuild, isHiddenSetting, recordBuild } from '#run/reported-settings';
import { applyRenamed, describeDeprecated } from '#run/settings/former-names';
import { readSettings } from '#run/settings/settings';
import { expect, folderWith, long, runCommand, runProgram, test } from '../tools/fixtures.ts';
import rejected from './rejected-settings.json' with { type: 'json' };

for (const [name, text] of Object.entries({
  'conformance.config.json':
    '{ "TARGET": "staging", "STRICT": true, "HAR": false, "SEED": 7, "WITHOUT": ["logic", "state"] }',
  'conformance.config.ts':
    "const seed: number = 7;\nexport default { TARGET: 'staging', STRICT: true, HAR: false, SEED: seed, WITHOUT: ['logic', 'state'] };\n",
}))
  test(`${name} holds settings, and .env is stronger`, () => {
    const sources = readSettingFiles(folderWith({ [name]: text, '.env': 'SEED=8\n' }));

    expect(sources.map((source) => source.name)).toEqual([name, '.env']);
    const settings = { TARGET: 'staging', STRICT: '1', HAR: '0', SEED: '8', WITHOUT: 'logic,state' };
    expect(mergeSettings(sources)).toEqual(settings);
  });

for (const [file, messages] of Object.entries(rejected))
  for (const [text, says] of Object.entries(messages))
    test(`a file ${file} of ${text} is rejected in one sentence`, () =>
      expect(() => readSettingFiles(folderWith({ [file]: text }))).toThrow(says));

test('a .env gives the settings of the suite, and nothing of other tools', () => {
  const text = 'SEED=8\nSTATE_AN_ACCESS_TOKEN__USER_ID=7\nNODE_ENV=test\nGOPROXY=x\nGITHUB_TOKEN=x\n';

  const sources = readSettingFiles(folderWith({ '.env': text }));
  expect(mergeSettings(sources)).toEqual({ SEED: '8', STATE_AN_ACCESS_TOKEN__USER_ID: '7' });
});

test('a command that only reads results loads nothing of the folder that it stands in', async () => {
  const folder = folderWith({
    'conformance.config.ts': "require('node:fs').writeFileSync('ran', '');\nexport default {};\n",
    '.env': 'HISTORY=elsewhere.jsonl\n',
  });

  const { stderr } = await runCommand('compare', ['since'], {}, folder);

  expect(existsSync(path.join(folder, 'ran'))).toBe(false);
  expect(stderr.split('\n')).toEqual([
    'compare does not read conformance.config.ts or .env. Set what it needs in the environment.',
    'There is no whole run. Run everything, or use --history FILE.',
    '',
  ]);
});

test('the search for secrets says where it does not read .env, and takes its values and those of STATES_FILE', async () => {
  const folder = folderWith({
    '.env': 'STATE_AN_ACCESS_TOKEN__ACCESS_TOKEN=token-of-env\n',
    'states.json': '{"an expired access token": {"access_token": "token-of-file"}}',
    'reports/a': 'token-of-file',
  });
  const search = (...options: string[]) =>
    runCommand('secrets', ['reports', ...options], { STATES_FILE: 'states.json' }, folder);

  const [plain, whole] = await Promise.all([search(), search('--env-file', '.env')]);

  expect([plain.code, plain.stderr]).toEqual([1, expect.stringContaining('Use --env-file .env')]);
  expect([whole.code, whole.stderr]).toEqual([1, expect.stringContaining('reports contains secrets')]);
});

test('config prints each setting with where it stands, and no secret', long, async () => {
  const words = ['config', '--strict', '--states-url=http://h/_states?key=a-very-secret-key'];
  const state = { STATE_AN_ACCESS_TOKEN__ACCESS_TOKEN: 'a-very-secret-token', STATE_AN_ACCESS_TOKEN__USER_ID: '7' };
  const more = { NO_PROXY: 'h', STATES_STORE_KEY: 'a-very-secret-key-of-32-characters' };
  const hidden = { ...more, EXTRA_HEADERS: 'x-key: a-very-secret-key', STATES_COMMAND: './states --key a-very-secret' };
  const { code, stdout } = await runCommand('doctor', words, { TARGET: 'staging', STRICT: '0', ...state, ...hidden });

  expect(code).toBe(0);
  for (const line of [
    /^TARGET=staging +# environment$/m,
    /^NO_PROXY=h +# environment$/m,
    /^STRICT=1 +# command line$/m,
    /^PROVIDER_STATES_URL=\(a secret\) +# command line$/m,
    /^REQUEST_TIMEOUT=10 +# default$/m,
    /^STATE_AN_ACCESS_TOKEN__USER_ID=7 +# environment$/m,
    /^STATE_AN_ACCESS_TOKEN__ACCESS_TOKEN=\(a secret\) +# environment$/m,
    /^EXTRA_HEADERS=\(a secret\) +# environment$/m,
  ])
    expect(stdout).toMatch(line);
  expect(stdout).not.toContain('a-very-secret');
});

test('an error shows neither the user nor the query of a URL, and a report no such URL or secret build', () => {
  const urls = ['http://h/', 'http://h/?key=7', 'https://bob:hush@h', 'x?y@z'];
  expect(urls.map((url) => isHiddenSetting('PROVIDER_STATES_URL', url))).toEqual([false, true, true, false]);
  const shown = { 'http://h/?key=7': 'http://h/?…', 'h?key=7': 'h?…', 'bob:hush@h': '…@h' };
  for (const [url, text] of Object.entries(shown))
    expect(() => readSettings({ BASE_URL: url })).toThrow(`BASE_URL is "${text}". Expected an absolute URL`);
  const named = { TARGET_BUILD: 'header:X-Build' };
  recordSecret('s3cret-of-a-build');
  recordBuild({ 'x-build': 'b1 s3cret-of-a-build' }, named);
  expect(getBuild(named)).toBe('b1 [redacted]');
});

test('a slash at the end of BASE_URL is taken off and its prefix kept; an empty variable is as good as none', () => {
  expect(readSettings({ BASE_URL: 'http://127.0.0.1:1/a/b/' }).BASE_URL).toBe('http://127.0.0.1:1/a/b');
  expect(readSettings({ DEPTH: '', SEED: ' ' })).toEqual(readSettings({}));
  expect(createRunContext({ DEPTH: '', SEED: ' ' }).written).toEqual({});
});

test('a renamed variable is an entry of its setting, which overrules it', () => {
  const variables = { BUDGET_TEST_USERS: '3', PER: 'week', BUDGET_AGREEMENTS: '1', VENDOR: 'Acme' };
  const { BUDGET, PRODUCT } = readSettings(applyRenamed({ ...variables, BUDGET: 'agreements=2', PRODUCT: 'Pay' }));

  expect(BUDGET).toEqual({ 'test-users': 3, per: 'week', agreements: 2 });
  expect(PRODUCT).toEqual({ name: 'Pay', version: '', vendor: 'Acme', contact: '' });
  expect(describeDeprecated(variables)).toBe(
    `BUDGET_TEST_USERS, BUDGET_AGREEMENTS, PER, VENDOR: deprecated. Use BUDGET='test-users=3,agreements=1,per=week' and PRODUCT='{"name":"","vendor":"Acme"}'.`,
  );
  expect(describeDeprecated({ BUDGET: 'per=week' })).toBeUndefined();
  expect(describeDeprecated({ WORKERS: '2', TARGET_BUILD_HEADER: 'x-build' })).toBe(
    "TARGET_BUILD_HEADER, WORKERS: deprecated. Use TARGET_BUILD='header:x-build' and --workers=2.",
  );
});

test('doctor names what a state lacks, with what it costs, and shows no value', async ({ open, serve }) => {
  const provider = await open(startProvider());
  const ended: string[] = [];
  const url = await serve(async (request, response) => {
    const { state, action } = Object(await readJson(request));
    if (action === 'teardown') ended.push(state);
    const { client_id, ...values } = provider.provide(state) ?? {};
    if (state === 'an expired refresh token') response.writeHead(404).end();
    else response.end(JSON.stringify(state === 'an application' ? values : [{ client_id, ...values }]));
  });

  const { code, stdout } = await runCommand('doctor', [], { BASE_URL: provider.baseUrl, PROVIDER_STATES_URL: url });

  expect(code).toBe(0);
  expect(stdout).toContain(`ok       ${provider.baseUrl}`);
  expect(stdout).toContain('missing  an application: without client_id\n');
  expect(stdout).toContain('returned 404 for the state "an expired refresh token"');
  expect(stdout).toContain('needed by: TOK-38\n');
  expect(stdout).toContain(`20 of 22 provider states are complete, from ${url}`);
  expect(stdout).not.toMatch(/APP_USR|TG-/);
  expect(ended).toEqual(['an application']); // an array needs no teardown
});

test('doctor fails where nothing listens, or the target alone is out of reach', long, async ({ open }) => {
  const nowhere = { BASE_URL: 'http://127.0.0.1:1', PROVIDER_STATES_URL: 'http://127.0.0.1:1/_states' };

  const { code, stdout } = await runCommand('doctor', [], nowhere);

  expect(code).toBe(1);
  expect(stdout).toContain('failed   the target cannot be reached at http://127.0.0.1:1');
  expect(stdout).toContain('failed   provider states: no provider states from http://127.0.0.1:1/_states: connect');
  const { statesUrl } = await open(startProvider());
  expect((await runCommand('doctor', [], { ...nowhere, PROVIDER_STATES_URL: statesUrl })).code).toBe(1);
});

const order = 'STATE_AN_OPEN_IN_STORE_ORDER';
const values = { [`${order}__USER_ID`]: '7', [`${order}__EXTERNAL_POS_ID`]: 'P1,P2', [`${order}__ACCESS_TOKEN`]: 't' };
const shop = { BASE_URL: 'https://api.mercadopago.com', TARGET: 'shop', PROVIDER_STATES_URL: 'https://states.invalid' };

for (const [what, variables, prints] of [
  [
    'of a service without a states URL counts the values of each state and says what a missing one costs',
    { BASE_URL: 'http://127.0.0.1:1', BUDGET: 'test-users=4', OPERATIONS: 'instore-orders', ...values },
    [
      'Plan of a run against target at http://127.0.0.1:1 with DEPTH=standard. Nothing was sent.',
      /\| instore-orders \| 9 +\| 7 +\| 6 +\| \d+ +\|/,
      'Creates at most: preferences unlimited, test-users 4, agreements unlimited.',
      'single-use  an open in-store order: 2 for ORD-01',
      /\d authorization codes, .*\d open in-store orders reach 9 of 9 musts\. With fewer/,
      'missing  an in-store order whose deletion fails inside the service: needed by: ORD-14',
    ],
  ],
  [
    'of a production host creates nothing',
    shop,
    [/nothing: api\.mercadopago\.com is .*\nProvider states come from .*invalid/],
  ],
] as const)
  test(`a plan ${what}`, long, async () => {
    const run = await runCommand('doctor', ['plan'], variables);

    expect(run.code).toBe(0);
    for (const text of prints) expect(run.stdout + run.stderr).toMatch(text);
  });

test('a run records what loads code of others: options of Node, a configuration, reporters and variables', async () => {
  const script = `const { getForeignCode, recordForeignCode } = await import('#results/conditions');
    recordForeignCode({ argv: ['--add-reporter=list,a.mjs'], configFile: '/x/c.ts', reporter: [['json'], ['b.mjs']] });
    console.log(JSON.stringify(getForeignCode()));`;
  const words = ['--import', 'tsx', '--input-type=module', '-e', script];
  const loading = { NODE_OPTIONS: '--conditions=other', PW_TEST_REPORTER: 'c.mjs', PWTEST_CACHE_DIR: '/x/made' };

  expect(JSON.parse((await runProgram(process.execPath, words, loading)).stdout)).toEqual({
    ...{ '--config': 'c.ts', '--add-reporter': 'b.mjs a.mjs c.mjs', PWTEST_CACHE_DIR: 'made' },
    NODE_OPTIONS: expect.stringMatching(/^--conditions=other --import /),
  });
});
