import { Server as HttpServer } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { Server } from 'node:net';

/** Starts a server on a free port of this machine, or on `port`, and returns its origin. */
export async function listen(server: Server, host = '127.0.0.1', port = 0): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return `http://${host}:${typeof address === 'object' ? address?.port : address}`;
}

/** Stops a server and closes its connections. */
export async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  if (server instanceof HttpServer || server instanceof HttpsServer) server.closeAllConnections();
  await closed;
}
