import type { RequestListener } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { type APIRequestContext, request } from '@playwright/test';
import { createPlainSend, createSend } from '#http/send';
import { expect, type Serve, test } from '../tools/fixtures.ts';

const newContext = () => request.newContext();
const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' };

/** Returns the response that a plain sender gets, or the reason why there is none. */
function responseFrom(url: string, seconds = 20) {
  return createPlainSend({ 'x-key': 'abc' }, seconds)({ ...post, url }).catch((error: Error) => error.cause);
}

test('a plain sender sends its own fields and reads JSON, in gzip too', async ({ serve }) => {
  const url = await serve(({ headers }, response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(gzipSync(JSON.stringify({ key: headers['x-key'], length: headers['content-length'] })));
  });

  expect(await responseFrom(url)).toMatchObject({ status: 200, json: { key: 'abc', length: '7' } });
});

const cutShort: RequestListener = (_, response) =>
  response.writeHead(200, { 'content-length': 9 }).write('{', () => response.destroy());

const failures: readonly (readonly [string, RequestListener, Record<string, string>])[] = [
  ['nothing in time', () => undefined, { lack: 'silent', code: 'no answer' }],
  ['half a body in time', (_, response) => response.write('{'), { lack: 'broken' }],
  ['less than it announces', cutShort, { lack: 'cut short' }],
  ['a reset', ({ socket }) => socket.resetAndDestroy(), { lack: 'lost', code: 'reset' }],
  ['more than any client takes', (_, response) => response.end(' '.repeat(3_000_000)), { lack: 'broken' }],
];

for (const [what, listener, failure] of failures)
  test(`a plain sender that gets ${what} says so`, async ({ serve }) =>
    expect(await responseFrom(await serve(listener), what.endsWith('in time') ? 1 : 20)).toMatchObject(failure));

/** Sends requests one after the other to a server with persistent connections; returns the requests it received. */
async function requestsSeen(
  serve: Serve,
  requests: readonly { headers: Record<string, string>; body: string }[],
  send = createSend(newContext, 5),
) {
  const seen: { port: number | undefined; bytes: Buffer }[] = [];
  const url = await serve(async (incoming, response) => {
    seen.push({ port: incoming.socket.remotePort, bytes: await buffer(incoming) });
    response.end('{}');
  });
  for (const each of requests) await send({ method: 'POST', url, ...each });
  return seen;
}

test('a connection carries no request behind one that closes it, whatever the server says', async ({ serve }) => {
  const last = { ...post, headers: { connection: 'close' } };
  const [first, second, third, fourth] = await requestsSeen(serve, [post, post, last, post]);

  expect(second?.port).toBe(first?.port);
  expect(fourth?.port).not.toBe(third?.port);
});

test('a body is sent with the bytes that stand in it, and as UTF-8 otherwise, by every sender', async ({ serve }) => {
  const bytes = Buffer.concat([Buffer.from('ñ🛒💀'), Buffer.of(0xff), Buffer.from('"'), Buffer.of(0x80)]);
  for (const send of [createSend(newContext, 5), createPlainSend({}, 5)])
    expect(await requestsSeen(serve, [{ headers: {}, body: 'ñ🛒💀\udcff"\udc80' }], send)).toMatchObject([{ bytes }]);
});

test('a cookie is not sent back, and an answer on its way is not lost for it', async ({ serve }) => {
  const origin = await serve(({ url, headers }, response) => {
    if (url === '/cookie') response.setHeader('set-cookie', 'session=1');
    setTimeout(() => response.end(`${url} ${headers.cookie ?? 'no cookie'}`), url === '/slow' ? 500 : 0);
  });
  const send = createSend(newContext, 5);
  const get = (path: string) => send({ ...post, url: origin + path }).then(({ text }) => text);
  const slow = get('/slow');

  expect([await get('/cookie'), await get('/after')]).toEqual(['/cookie no cookie', '/after no cookie']);
  expect(await slow).toBe('/slow no cookie');
});

for (const [what, bytes, times] of [
  ['a hundred answers', 10, 250],
  ['a megabyte of answers', 400_000, 8],
] as const)
  test(`a context is disposed of after ${what}`, async ({ serve }) => {
    const contexts: APIRequestContext[] = [];
    const body = 'x'.repeat(bytes);
    const url = await serve((_, response) => response.end(body));
    const send = createSend(async () => contexts[contexts.push(await newContext()) - 1] ?? newContext(), 5);

    for (let time = 0; time < times; time += 1) expect((await send({ ...post, url })).text).toBe(body);

    expect(contexts).toHaveLength(3);
    for (const context of contexts.slice(0, 2))
      await expect(context.get('http://127.0.0.1/')).rejects.toThrow(/disposed|closed/);
  });

/** Serves as a provider that responds to the headers and reads the body as the next request. */
function leaveBodyUnread(socket: Socket): void {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
      const [head, body] = text.startsWith('POST ')
        ? ['201 Created\r\ncontent-type: application/json', '{"id":1}']
        : ['501 No\r\ncontent-type: text/html', '<p>'];
      text = text.slice(end + 4);
      socket.write(`HTTP/1.1 ${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    }
  });
}

const confirming = () => createSend(newContext, 5, createPlainSend({}, 5, true));

test('an error page that a fresh connection confirms stands', async ({ serve }) => {
  const page = 'HTTP/1.1 400 Bad\r\ncontent-type: text/html\r\ncontent-length: 3\r\n\r\n<p>';
  const url = await serve(createServer((socket) => socket.on('data', () => socket.write(page))));
  const send = confirming();

  const statuses = [(await send({ ...post, url })).status, (await send({ ...post, url })).status];

  expect(statuses).toEqual([400, 400]);
});

test('a response to the rest of a body is one failure, and later requests are judged alone', async ({ serve }) => {
  const url = await serve(createServer(leaveBodyUnread));
  const results: unknown[] = [];
  const send = confirming();
  const sent = () => send({ ...post, url }).then(({ status }): unknown => status);
  for (const _ of Array(4)) results.push(await sent().catch(({ message }: Error) => message));

  const unread = 'the response differs on a fresh connection: the body of the previous request was not read';
  expect(results).toEqual([201, unread, 201, 201]);
});
