import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from '@playwright/test';
import { createCircuitBreaker } from '#http/circuit-breaker';
import { getFailure, wasNeverSent } from '#http/failure';
import { createReach, retryAfter } from '#http/reach';
import { createSend } from '#http/send';
import { pause as askToWait, createThrottle, getLongestWait, shareOfMachine, withThrottle } from '#http/throttle';
import { readChannel } from '#run/channels';
import type { Shard } from '#run/partial-run';
import { readSettings } from '#run/settings/settings';
import { expect, slow, test } from '../tools/fixtures.ts';
import { newCount, runBehindFront } from '../tools/front.ts';
import failures from './failures.json' with { type: 'json' };

test('MAX_RPS holds over two workers, to the target and its states together', slow, async () => {
  const projects = ['--project=instore-orders', '--project=point-payment-intents'];

  const run = await runBehindFront({}, { MAX_RPS: '20' }, '--workers=2', ...projects);

  const { started, ended, counts } = run.document();
  const seconds = (Date.parse(ended) - Date.parse(started)) / 1000; // the run's own: a busy machine delays arrivals
  expect([run.code, counts.must.failed]).toEqual([0, 0]);
  expect(run.seen.length).toBeGreaterThan(60);
  expect(run.seen.length / seconds).toBeLessThanOrEqual(20);
});

test('workers take turns at even intervals, and one that is alone has them all', async () => {
  const workers = [createThrottle(20), createThrottle(20)];
  const before = test.info().timeout;
  const started = performance.now();
  const waited: number[] = [];
  const turns = async (worker: number, count: number) => {
    for (const _ of Array(count)) {
      await workers[worker]?.();
      waited.push(performance.now() - started);
    }
  };

  await Promise.all([turns(0, 2), turns(1, 2)]);
  await turns(1, 3);

  expect(waited.map((at, index) => at >= 50 * index - 5)).toEqual(Array(7).fill(true));
  expect(test.info().timeout).toBeGreaterThan(before); // a busy machine waits less, because it comes later
});

test('machines share MAX_RPS; without it loopback has none and others five a second', () => {
  const share = (environment: NodeJS.ProcessEnv, shard?: Shard) =>
    shareOfMachine({ settings: readSettings(environment), shard });

  expect([share({ MAX_RPS: '3' }), share({ MAX_RPS: '1' }, { current: 3, total: 4 })]).toEqual([3, 0.25]);
  expect(share({ BASE_URL: 'http://127.0.0.1:1' })).toBe(Number.POSITIVE_INFINITY);
  expect(share({ BASE_URL: 'https://sandbox.example' })).toBe(5);
});

for (const [how, value] of [
  ['seconds', () => '1'],
  ['a date', () => new Date(Date.now() + 2_000).toUTCString()],
] as const)
  test(`Retry-After in ${how} is waited for, by every worker`, async ({ serve }) => {
    const arrivals: number[] = [];
    const url = await serve((_, response) => {
      arrivals.push(performance.now());
      if (arrivals.length === 1) response.writeHead(429, { 'retry-after': value() }).end();
      else response.end();
    });

    const before = readChannel('pause').length;
    const first = newGet(url)('');
    await expect.poll(() => readChannel('pause').length, { intervals: [10] }).toBe(before + 1);
    await Promise.all([first, newGet(url)('')]);

    const [begin = 0, ...later] = arrivals;
    expect(later.map((at) => at - begin >= 900)).toEqual([true, true]);
  });

test('a pause that is asked for during another is waited for too', async () => {
  const started = performance.now();
  askToWait(0.2);
  const turn = createThrottle(Number.POSITIVE_INFINITY)();
  askToWait(0.4);
  await turn;

  expect(performance.now() - started).toBeGreaterThan(390);
});

test('a Retry-After that is neither seconds nor a date asks for nothing', () => {
  const seconds = (value: string) => retryAfter({ headers: { 'retry-after': value } }, 1);

  expect(['soon', '-1', '', '1.5'].map(seconds)).toEqual([undefined, undefined, undefined, undefined]);
  expect(seconds('Thu, 01 Jan 1970 00:00:07 GMT')).toBe(7);
});

test('a run waits ten minutes in all for a target that asks to wait, and half a minute at once', () => {
  const after = (times: number) => getLongestWait(Array(times).fill({ seconds: 29 }));

  expect([0, 19, 20, 21].map(after)).toEqual([30, 30, 20, 0]);
});

for (const [what, expected, atOnce] of [
  ['429', undefined, 1],
  ['429 that the test expects', 429, 2],
] as const)
  test(`after a ${what} a worker sends ${atOnce} at a time`, async ({ serve }) => {
    const { during, most } = newCount();
    const statuses = [204, 204, 204, 429];
    const wait = () => pause(100);
    const url = await serve((_, response) => during(wait).then(() => response.writeHead(statuses.pop() ?? 204).end()));
    const get = newGet(url);

    await get('/', expected);
    await Promise.all([get('/'), get('/')]);

    expect(most()).toBe(atOnce);
  });

/** Returns how a worker GETs a path of a server for which a preflight would find nothing. */
function newGet(origin: string, name = '', seconds = 20) {
  const breaker = createCircuitBreaker(`${origin} ${test.info().testId} ${name}`, async () => 'it is lost', false);
  const open = () => request.newContext();
  const reach = createReach(withThrottle(createSend(open, seconds), createThrottle(Infinity)), breaker, () => []);
  const to = (path: string) => ({ method: 'GET', url: `${origin}${path}`, headers: {} });
  return (path: string, expected?: number) => reach(to(path), { probe: () => to('/probe'), expected });
}

for (const [what, statusOf, expected, found] of [
  ['a busy answer is asked again until it is another', (asked: number) => (asked < 3 ? 503 : 200), undefined, [200, 3]],
  ['a 429 that the test expects is an answer, and is asked for once', () => 429, 429, [429, 1]],
  ['a 500 is an answer, and is asked for once', () => 500, undefined, [500, 1]],
  ['a request whose connection is closed is sent again', (asked: number) => (asked < 3 ? 0 : 200), undefined, [200, 3]],
] as const)
  test(what, async ({ serve }) => {
    let asked = 0;
    const origin = await serve((_, response) => {
      asked += 1;
      if (statusOf(asked) === 0) response.destroy();
      else response.writeHead(statusOf(asked)).end();
    });

    const { status } = await newGet(origin)('/', expected);

    expect([status, asked]).toEqual(found);
  });

test('a target that keeps answering 429, 502, 503 or 504 is inconclusive', async ({ serve }) => {
  const origin = await serve(({ url = '' }, response) => response.writeHead(Number(url.slice(1))).end());

  const tries = ['429', '502', '503', '504'].map((status) =>
    expect(newGet(origin, status)(`/${status}`)).rejects.toThrow(`inconclusive: the target kept returning ${status}`),
  );

  await Promise.all(tries); // concurrently: each waits some seconds before it gives up
});

const refused = (response: ServerResponse) => response.writeHead(503, { 'retry-after': '31' }).end();
const cutShort = (response: ServerResponse) =>
  response.writeHead(200, { 'content-length': '10' }).write('{', () => response.destroy());
const end = (response: ServerResponse) => response.end();
const onProbe = (respond: (response: ServerResponse) => unknown) => (response: ServerResponse, isProbe: boolean) =>
  isProbe && respond(response);

for (const [what, respond, times, says] of [
  ['asks to wait for longer than the run waits is inconclusive at once', refused, 1, 'a Retry-After of 31 s'],
  ['alone does not answer a request fails', onProbe(end), 1, 'No response, but the target responds to other'],
  ['does not answer one, and breaks off others, fails', onProbe(cutShort), 1, 'No response, but the target responds'],
  ['cuts a body short fails', cutShort, 4, 'The connection was closed before the body was complete.'],
] as const)
  test(`a target that ${what}`, async ({ serve }) => {
    let asked = 0;
    const origin = await serve(({ url }, response) => {
      if (url !== '/probe') asked += 1;
      return respond(response, url === '/probe');
    });

    await expect(newGet(origin, '', 2)('/')).rejects.toThrow(says);
    expect(asked).toBe(times);
  });

test('a target that answers nothing is inconclusive and is not asked a fourth time', async ({ serve }) => {
  let asked = 0;
  const origin = await serve((_, response) => {
    asked += 1;
    if (asked === 1) response.writeHead(503).end();
    else response.destroy();
  });
  const get = newGet(origin);

  for (const _ of [1, 2, 3]) await expect(get('/')).rejects.toThrow('inconclusive: the target is unreachable');
  const before = asked;
  await expect(get('/')).rejects.toThrow('inconclusive: the target was unreachable 3 times in a row');

  expect(asked).toBe(before);
});

test('a run stops after three lost requests in a row: for an operation while others respond, else for all', async () => {
  const reasons = ['gone', undefined];
  const breaker = (name: string) =>
    createCircuitBreaker(`${name} ${test.info().testId}`, async () => reasons.pop(), false);
  const [one, other] = [breaker('one'), breaker('other')];
  const looks: string[] = [];
  const first = () => createCircuitBreaker(`first ${test.info().testId}`, async () => void looks.push('asked'), true);
  for (const _ of [1, 2]) await first().check('a');
  expect(looks).toEqual(['asked']);
  for (const lost of [true, true, false, true, true]) await (lost ? one.recordLoss('a') : one.recordResponse('a'));
  await one.check('a');
  await one.recordLoss('a');
  await one.check('b');
  await expect(one.check('a')).rejects.toThrow('a was unreachable 3 times in a row, while other operations respond');

  for (const _ of [1, 2, 3]) await one.recordLoss('b');
  await expect(one.check('c')).rejects.toThrow('gone');
  await other.check('a');
});

test('the words of a failure show its kind, and whether anything was sent', () => {
  for (const [words, code, isUnsent] of failures) {
    const failure = getFailure(new Error(`${words}`));
    expect([failure.code, wasNeverSent(failure)]).toEqual([code, isUnsent]);
  }
});
