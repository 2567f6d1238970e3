import { request } from '@playwright/test';
import { createCircuitBreaker } from '#http/circuit-breaker';
import { createReach } from '#http/reach';
import { createSend } from '#http/send';
import { expect, test } from '../tools/fixtures.ts';

/** Returns a worker's way to GET a path of a server for which a preflight would find nothing. */
function newGet(origin: string, name = '') {
  const send = createSend(() => request.newContext(), 1);
  const breaker = createCircuitBreaker(
    `${origin} ${test.info().testId} ${name}`,
    async () => 'nothing is there',
    false,
  );
  const reach = createReach(send, breaker, () => []);
  const to = (path: string) => ({ method: 'GET', url: `${origin}${path}`, headers: {} });
  return (path: string, expected?: number) => reach(to(path), { sign: () => to('/sign'), expected });
}

for (const [what, statusOf, expected, found] of [
  [
    'a busy answer is asked again until it is another one',
    (asked: number) => (asked < 3 ? 503 : 200),
    undefined,
    [200, 3],
  ],
  ['a 429 that the test expects is an answer, and is asked for once', () => 429, 429, [429, 1]],
  ['a 500 is an answer, and is asked for once', () => 500, undefined, [500, 1]],
] as const)
  test(what, async ({ serve }) => {
    let asked = 0;
    const origin = await serve((_, response) => {
      asked += 1;
      response.writeHead(statusOf(asked)).end();
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

test('a request that alone is never answered is a failure, not an outage', async ({ serve }) => {
  const origin = await serve(({ url }, response) => (url === '/sign' ? response.end() : undefined));

  await expect(newGet(origin)('/')).rejects.toThrow('No response, but the target responds to other requests');
});

test('a body that is cut short is a failure, not an outage', async ({ serve }) => {
  const origin = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '10' }).write('{');
    setTimeout(() => response.destroy(), 10);
  });

  await expect(newGet(origin)('/')).rejects.toThrow('The connection was closed before the body was complete.');
});

test('a target that answers nothing is inconclusive and is not asked a fourth time', async ({ serve }) => {
  let asked = 0;
  const origin = await serve(({ socket }) => {
    asked += 1;
    socket.destroy();
  });
  const get = newGet(origin);

  for (const _ of [1, 2, 3]) await expect(get('/')).rejects.toThrow('inconclusive: the target is unreachable');
  const before = asked;
  await expect(get('/')).rejects.toThrow('inconclusive: the target was unreachable 3 times in a row');

  expect(asked).toBe(before);
});
