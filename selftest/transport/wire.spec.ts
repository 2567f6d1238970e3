import { createServer, type IncomingMessage } from 'node:http';
import { expect, request, test } from '@playwright/test';
import { createSend } from '#http/send';
import { close, listen } from '../tools/listen.ts';

/** Returns what a server is asked whom these requests are sent to, one after the other; it keeps its connections. */
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
