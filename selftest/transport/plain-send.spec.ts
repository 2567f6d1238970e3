import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, request, test } from '@playwright/test';
import { createSend } from '#http/send';
import { createPlainSend } from '#http/states-client';
import { close, listen } from '../tools/listen.ts';

/** Returns the response that a plain sender gets from a server, or the reason why there is none. */
async function answerOf(listener: RequestListener) {
  const server = createServer(listener);
  const url = await listen(server);
  const request = { method: 'POST', url, headers: {}, body: '{"state":"an application"}' };
  const answer = await createPlainSend({ 'x-key': 'abc' }, 1)(request).catch((error: Error) => error.cause);
  server.closeAllConnections();
  await close(server);
  return answer;
}

test('a plain sender sends its own fields and reads JSON, in gzip too', async () => {
  const answer = await answerOf(({ headers }, response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(gzipSync(JSON.stringify({ key: headers['x-key'], length: headers['content-length'] })));
  });

  expect(answer).toMatchObject({ status: 200, json: { key: 'abc', length: '26' } });
});

const failures: readonly (readonly [string, RequestListener, Record<string, string>])[] = [
  ['nothing in time', () => undefined, { lack: 'silent', code: 'no answer' }],
  ['half a body in time', (_, response) => response.write('{'), { lack: 'broken' }],
  [
    'less than it announces',
    (_, response) => response.writeHead(200, { 'content-length': 9 }).write('{', () => response.destroy()),
    { lack: 'cut short' },
  ],
  ['a reset', ({ socket }) => socket.resetAndDestroy(), { lack: 'lost', code: 'reset' }],
  ['more than any client takes', (_, response) => response.end(' '.repeat(3_000_000)), { lack: 'broken' }],
];

for (const [what, listener, failure] of failures)
  test(`a plain sender that gets ${what} says so`, async () => {
    expect(await answerOf(listener)).toMatchObject(failure);
  });

/** Sends requests one after the other to a server with persistent connections; returns the requests it received. */
async function asked(requests: readonly { headers: Record<string, string>; body: string }[]) {
  const seen: { port: number | undefined; bytes: Buffer }[] = [];
  const server = createServer(async (incoming, response) => {
    seen.push({ port: incoming.socket.remotePort, bytes: await read(incoming) });
    response.end('{}');
  });
  const url = await listen(server);
  const send = createSend(() => request.newContext(), 5);
  for (const each of requests) await send({ method: 'POST', url, ...each });
  await close(server);
  return seen;
}

async function read(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test('a connection carries no request behind one that closes it, whatever the server says', async () => {
  const plain = { headers: {}, body: '{}' };
  const [first, second, third, fourth] = await asked([
    plain,
    plain,
    { headers: { connection: 'close' }, body: '{}' },
    plain,
  ]);

  expect(second?.port).toBe(first?.port);
  expect(fourth?.port).not.toBe(third?.port);
});

test('a body is sent with the bytes that stand in it, and as UTF-8 otherwise', async () => {
  const [sent] = await asked([{ headers: {}, body: 'ñ🛒💀\udcff"\udc80' }]);

  expect(sent?.bytes).toEqual(
    Buffer.concat([Buffer.from('ñ🛒💀'), Buffer.of(0xff), Buffer.from('"'), Buffer.of(0x80)]),
  );
});
