import { createServer, type RequestListener, type Server } from 'node:http';
import { expect, request, test } from '@playwright/test';
import type { SentRequest } from '#api/exchange';
import { createCircuitBreaker } from '#http/circuit-breaker';
import { createReach } from '#http/reach';
import { createSend } from '#http/send';
import { close, listen } from '../tools/listen.ts';

let server: Server;
let origin = '';

async function serve(listener: RequestListener): Promise<void> {
  server = createServer(listener);
  origin = await listen(server);
}

test.afterEach(() => close(server));

const get = (path: string): SentRequest => ({ method: 'GET', url: `${origin}${path}`, headers: {} });
const reach = (preflight = async (): Promise<string | undefined> => 'nothing is there', name = '') =>
  createReach(
    createSend(() => request.newContext(), 1),
    createCircuitBreaker(`${origin} ${test.info().testId} ${name}`, preflight, false),
    () => undefined,
    () => [],
  );
const options = () => ({ sign: get('/sign'), expected: undefined });

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
  test(what, async () => {
    let asked = 0;
    await serve((_, response) => {
      asked += 1;
      response.writeHead(statusOf(asked)).end();
    });

    const { status } = await reach()(get('/'), { ...options(), expected });

    expect([status, asked]).toEqual(found);
  });

test('a target that keeps answering 429, 502, 503 or 504 is inconclusive', async () => {
  await serve(({ url = '' }, response) => response.writeHead(Number(url.slice(1))).end());

  const tries = [429, 502, 503, 504].map((status) =>
    expect(reach(undefined, `of ${status}`)(get(`/${status}`), options())).rejects.toThrow(
      `inconclusive: the target kept answering ${status}`,
    ),
  );

  await Promise.all(tries); // concurrently: each waits some seconds before it gives up
});

test('a request that alone is never answered is a failure, not an outage', async () => {
  await serve((incoming, response) => {
    if (incoming.url === '/sign') response.end();
  });

  await expect(reach()(get('/'), options())).rejects.toThrow('No response, but the target responds to other requests');
});

test('a body that is cut short is a failure, not an outage', async () => {
  await serve((_, response) => {
    response.writeHead(200, { 'content-length': '10' });
    response.write('{');
    setTimeout(() => response.destroy(), 10);
  });

  await expect(reach()(get('/'), options())).rejects.toThrow(
    'The body ends before the length that its headers announce.',
  );
});

test('a target that answers nothing is inconclusive and is not asked a fourth time', async () => {
  let asked = 0;
  await serve((incoming) => {
    asked += 1;
    incoming.socket.destroy();
  });
  const tries = reach();

  for (const _ of [1, 2, 3])
    await expect(tries(get('/'), options())).rejects.toThrow('inconclusive: the target is out of reach');
  const before = asked;
  await expect(tries(get('/'), options())).rejects.toThrow(
    'inconclusive: the target was out of reach 3 times in a row',
  );

  expect(asked).toBe(before);
});
