import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { createOnce, memoizeSuccess } from '#assertions/control/memoize';
import { eachCase } from '#assertions/each-case';
import { getResponses } from '#results/ledger/responses';
import { awaitTurn, writeInOrder } from '#run/in-order';
import { skipTest, tryOptional } from '#run/skip';
import { expect, slow, test } from './tools/fixtures.ts';
import { type Answered, newCount, runBehindFront, type Seen } from './tools/front.ts';

const chosen = ['--project=wallet-agreements', '--grep=@WAL-15|@WAL-21|@WAL-60'];

/** Runs tests against a provider that responds out of order, fails for some requests and never responds to one. */
async function runWith(workers: number) {
  const [requests, teardowns] = [newCount(), newCount()];
  const change = async ({ path: asked, body }: Seen, response: Answered) => {
    const isTeardown = body.includes('"action":"teardown"');
    if (asked.startsWith('/_states') && !isTeardown) return response;
    await (isTeardown ? teardowns : requests).during(() => wait(body.length % 2 === 0 ? 5 : 20));
    if (isTeardown) return { status: 500, text: 'no JSON' };
    if (body.includes('"description":true')) return undefined;
    return body.includes('null') ? { status: 500, text: 'no JSON' } : response;
  };
  const run = await runBehindFront({ change }, { SEED: '7', RUN_ID: 'r' }, `--workers=${workers}`, ...chosen);
  const bodies = run.seen.filter(({ path: asked }) => !asked.startsWith('/_states'));
  return { most: requests.most(), ended: teardowns.most(), run, sent: bodies.map(({ body }) => body).sort() };
}

test('cases send and find the same one by one and concurrently, and a failed teardown is said', slow, async () => {
  const one = await runWith(1);
  const many = await runWith(2);

  expect([one.most, one.ended]).toEqual([1, 1]);
  expect(many.most).toBeGreaterThan(2);
  expect(many.most).toBeLessThanOrEqual(32); // two workers of 16
  expect(many.sent).toEqual(expect.arrayContaining(one.sent)); // more only if one ends its test
  expect(timeless(many.run.document().requirements)).toBe(timeless(one.run.document().requirements));
  expect(one.run.document().counts.should.warned).toBeGreaterThan(0);
  expect(getResponses(many.run.document())).toEqual(getResponses(one.run.document()));
  // of control requests, which are kept longer than the tests that use them
  expect(one.run.document().failedTeardowns).toEqual([
    { state: 'an access token', why: 'returned 500' },
    { state: 'an application', why: 'returned 500' },
  ]);
  expect(one.run.output).toContain('Note: a teardown failed. Check the resources that it left behind: ');
});

/** Returns JSON without ports and ids, which differ between runs. */
const timeless = (value: unknown) => JSON.stringify(value, null, 1).replace(/\d{4,}/g, 'N');

test('tests that can do without a state concurrently record nothing of it', async () => {
  const lacking = () =>
    tryOptional(async () => {
      await setImmediate();
      skipTest({ kind: 'state unset', state: 'an application', variables: ['STATE_X'] });
    });

  expect(await Promise.all([lacking(), lacking()])).toEqual([undefined, undefined]);
  expect(test.info().annotations).toEqual([]);
  await expect(tryOptional(async () => skipTest({ kind: 'cut short', words: 'x' }))).rejects.toThrow('inconclusive: x');
});

test('what failed or is of no use is asked for again, and what is of use is not', async () => {
  const left = [4, 3, 2, 1];
  const count = async () => left.pop() ?? 0;
  const [useful, once] = [memoizeSuccess(count, (times) => times > 1), createOnce<number>()];

  expect([await useful('a'), await useful('a'), await useful('b'), await useful('b')]).toEqual([1, 2, 3, 3]);
  await expect(once('a', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect([await once('a', count), await once('a', count)]).toEqual([4, 4]);
});

test('what a case records in its turn is recorded', async () => {
  const recorded: string[] = [];
  await eachCase(['a', 'b'], async (row) => {
    for (const at of [1, 2]) writeInOrder(() => recorded.push(`${row}${at}`));
    await awaitTurn();
    writeInOrder(() => recorded.push(row));
  });

  expect(recorded).toEqual(['a1', 'a2', 'a', 'b1', 'b2', 'b']);
});

test('a case that has failed outweighs one that is skipped later', () => {
  const { annotations, errors } = test.info();
  errors.push({ message: 'it failed' });

  expect(() => skipTest({ kind: 'not asked', words: 'x' })).toThrow();

  errors.pop();
  expect(annotations).toEqual([]);
});

test('a test without a case is an error of the suite, and no pass', () =>
  expect(eachCase([], async () => undefined)).rejects.toThrow('a test has no case'));
