import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Conformance } from '#results/document';
import { expect, ownFolder, program, readResult, slow, test } from '../tools/fixtures.ts';
import { endStarted, start } from '../tools/started.ts';

const orders = ['--project=instore-orders', '--grep=@ORD-10|@ORD-03'];

test.afterEach(endStarted);

const provider = (variables: Record<string, string>) => start([...program, 'mock'], variables);
const watch = (variables: Record<string, string>, ...words: string[]) =>
  start([...program, 'watch', ...words, ...orders], variables);

test('what failed is run again when the provider is back, and then everything', slow, async () => {
  const broken = provider({ PORT: '0', MOCK_FAULT: 'order-no-number-code' });
  const [, BASE_URL = '', port = ''] = await broken.says(/BASE_URL=(\S+:(\d+)) /);
  const reports = ownFolder('watch');
  const target = { BASE_URL, PROVIDER_STATES_URL: `${BASE_URL}/_states`, REPORTS_DIR: reports };

  const watched = watch(target, '--until-green');
  await watched.says(/watch: 3 failed\. Waiting for Enter, or a restart of the provider/);
  broken.child.kill('SIGTERM');
  await once(broken.child, 'close');
  provider({ PORT: port });
  const [code] = await once(watched.child, 'close');

  expect(code).toBe(0);
  expect(watched.output()).toContain(`watch: ${BASE_URL} is back.`);
  expect(watched.output().match(/^Tests: \d+ passed, .*$/gm)).toEqual([
    'Tests: 2 passed, 3 failed, 0 skipped',
    'Tests: 3 passed, 0 failed, 0 skipped',
    'Tests: 5 passed, 0 failed, 0 skipped',
  ]);
  expect(readResult(reports).counts.must.passed).toBe(2);
});

test('Enter runs it again, and the reports say what was not selected', slow, async () => {
  const reports = ownFolder('watch');
  const variables = { MOCK_FAULT: 'order-no-number-code', REPORTS_DIR: reports };

  const watched = watch(variables);
  await watched.says(/3 failed\. Waiting/);
  watched.child.stdin?.write('\n');
  await watched.says(/watch: Enter\.[\s\S]*3 failed\. Waiting/);

  const [other, broken] = readResult(reports).requirements.filter(({ id }) => /^ORD-(02|10)$/.test(id));
  expect(broken?.outcome).toBe('failed');
  expect(other).toMatchObject({ outcome: 'not exercised', reason: 'the run did not select it' });
});

test('a watch that nothing can wake ends in one sentence', slow, async () => {
  const watched = watch({ REPORTS_DIR: ownFolder('watch') });
  watched.child.stdin?.end();
  const [code] = await once(watched.child, 'close');

  expect(code).toBe(4);
  expect(watched.output()).toContain('There is nothing to wait for. Use a terminal, or set BASE_URL.');
});

test('in the UI mode a second run has a result of its own, as the first had', slow, async ({ page }) => {
  const REPORTS_DIR = ownFolder('ui-mode');
  const words = ['node_modules/.bin/playwright', 'test', '--ui-port=0', ...orders];
  const { says } = start(words, { REPORTS_DIR, MOCK_FAULT: 'order-no-number-code' });
  const [, url = ''] = await says(/Listening on (\S+)/);
  const file = path.join(REPORTS_DIR, 'conformance.json');
  const runAll = async (before = ''): Promise<Conformance> => {
    await page.getByTitle('Run all').click();
    const written = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
    const ended = () => written() !== before && written() !== '' && !('unfinished' in JSON.parse(written()));
    await expect.poll(ended, { timeout: 90_000 }).toBe(true);
    return JSON.parse(written());
  };

  await page.goto(url);
  const first = await runAll();
  const second = await runAll(readFileSync(file, 'utf8'));

  expect(second.started > first.started).toBe(true);
  expect(second.requests).toEqual(first.requests);
  expect(second.counts).toEqual(first.counts);
  for (const { requirements } of [first, second])
    expect(requirements.flatMap(({ id, outcome }) => (outcome === 'failed' ? id : []))).toEqual(['ORD-10']);
});
