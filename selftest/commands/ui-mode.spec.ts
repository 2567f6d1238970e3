import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Conformance } from '#results/document';
import { expect, slow, test } from '../tools/fixtures.ts';
import { ownFolder } from '../tools/own-folder.ts';
import { endStarted, start } from '../tools/started.ts';

const orders = ['--project=instore-orders', '--grep=@ORD-10|@ORD-02'];

test.afterEach(endStarted);

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
