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
  );
const options = () => ({ sign: get('/sign'), expected: undefined });

test('a busy answer is asked again until it is another one', async () => {
  let asked = 0;
  await serve((_, response) => {
    asked += 1;
    response.writeHead(asked < 3 ? 503 : 200).end();
  });

  const answer = await reach()(get('/'), options());

  expect([answer.status, asked]).toEqual([200, 3]);
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

test('a 429 that the test expects is an answer, and is asked for once', async () => {
  let asked = 0;
  await serve((_, response) => {
    asked += 1;
    response.writeHead(429).end();
  });

  const answer = await reach()(get('/'), { ...options(), expected: 429 });

  expect([answer.status, asked]).toEqual([429, 1]);
});

test('a 500 is an answer, and is asked for once', async () => {
  let asked = 0;
  await serve((_, response) => {
    asked += 1;
    response.writeHead(500).end();
  });

  expect((await reach()(get('/'), options())).status).toBe(500);
  expect(asked).toBe(1);
});

test('a request that alone is never answered is a failure, not an outage', async () => {
  await serve((incoming, response) => {
    if (incoming.url === '/sign') response.end();
  });

  await expect(reach()(get('/'), options())).rejects.toThrow('No answer, while other requests are answered');
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
