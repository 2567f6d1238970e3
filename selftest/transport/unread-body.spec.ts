import { createServer, type Server, type Socket } from 'node:net';
import { expect, request, test } from '@playwright/test';
import { createSend } from '#http/send';
import { createPlainSend } from '#http/states-client';
import { close, listen } from '../tools/listen.ts';

/** Serves as a provider that responds to the headers and reads the body as the next request. */
function serve(socket: Socket): void {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
      const isRequest = text.startsWith('POST ');
      text = text.slice(end + 4);
      const [status, type, body] = isRequest
        ? ['201 Created', 'application/json', '{"id":1}']
        : ['501 No', 'text/html', '<p>'];
      socket.write(`HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${body?.length}\r\n\r\n${body}`);
    }
  });
}

const sockets = new Set<Socket>();

async function start(serveSocket: (socket: Socket) => void) {
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    serveSocket(socket);
  });
  return { server, url: await listen(server) };
}

async function stop(server: Server): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await close(server);
}

test('a response to the rest of the previous body is one failure, and later requests are judged by their own', async () => {
  const { server, url } = await start(serve);
  const send = createSend(() => request.newContext(), 5, createPlainSend({}, 5, true));
  const post = { method: 'POST', url, headers: { 'content-type': 'application/json' }, body: '{"a":1}' };

  const results: unknown[] = [];
  for (let count = 0; count < 4; count += 1)
    results.push(
      await send(post).then(
        ({ status }) => status,
        (error: Error) => error.message,
      ),
    );
  await stop(server);

  expect(results).toEqual([
    201,
    'the response differs on a fresh connection: the body of the previous request was not read',
    201,
    201,
  ]);
});

test('an error page that a fresh connection confirms stands', async () => {
  const page = 'HTTP/1.1 400 Bad\r\ncontent-type: text/html\r\ncontent-length: 3\r\n\r\n<p>';
  const { server, url } = await start((socket) => socket.on('data', () => socket.write(page)));
  const send = createSend(() => request.newContext(), 5, createPlainSend({}, 5, true));
  const post = { method: 'POST', url, headers: {}, body: '{}' };

  expect([(await send(post)).status, (await send(post)).status]).toEqual([400, 400]);
  await stop(server);
});
