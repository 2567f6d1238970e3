import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { close, listen } from '../tools/listen.ts';

/** A running server that is up to no good, and the states that it gives without harm. */
export interface HostileServer {
  readonly baseUrl: string;
  readonly statesUrl: string;
  readonly close: () => Promise<void>;
}

/** Any state: what `an open in-store order` needs. */
const values = { user_id: '1', external_pos_id: 'pos', access_token: 'APP_USR-1-010100-hostile' };

/** Starts a server that answers every request in one way, byte by byte as it is written. */
export async function startHostile(write: (socket: Socket) => void): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  const target = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      if (chunk.includes(' HTTP/1.1\r\n')) write(socket);
    });
  });
  const states = createHttpServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(values));
  });
  const baseUrl = await listen(target);
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await Promise.all([target, states].map(close));
  };
  return { baseUrl, statesUrl: await listen(states), close: stop };
}
