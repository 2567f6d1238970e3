import { request } from '@playwright/test';
import type { ResponseRecord } from '#api/exchange';
import { createSend } from '#http/send';
import { startHostile } from '../hostile/server.ts';

/** Returns what the suite reads of an answer that a server on loopback sends byte by byte. */
export async function answerOf(body: string | Buffer, fields = ''): Promise<ResponseRecord> {
  const bytes = Buffer.from(body);
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${fields}content-length: ${bytes.length}\r\n\r\n`;
  const server = await startHostile((socket) => {
    socket.write(head);
    socket.write(bytes);
  });
  const send = createSend(() => request.newContext(), 20);
  return send({ method: 'GET', url: server.baseUrl, headers: {} }).finally(server.close);
}
