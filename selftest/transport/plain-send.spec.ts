import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { createPlainSend } from '#http/plain-send';
import { close, listen } from '../tools/listen.ts';

/** Returns what a plain sender makes of a server: its answer, or why there is none. */
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
