import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Within } from './arrivals.ts';
import { hostAndPort } from './destination.ts';
import type { Tunnel } from './http1.ts';
import type { Leave } from './leave.ts';

/** Answers CONNECT: the tunnel ends in the gate, or where its host may be reached, in that host. */
export function tunnelTo({ connections, take }: Within, leave: Leave | undefined): Tunnel {
  return (request: IncomingMessage, stream: Duplex) => {
    const tunnel = request.url ?? '';
    const { host, port } = hostAndPort(tunnel, 443);
    if (leave?.allows(host)) return void passOn(stream, leave.connect(host, port));
    connections.set(stream, { scheme: 'http', reached: 'tunnel', tunnel });
    stream.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    take(stream);
  };
}

async function passOn(stream: Duplex, connecting: Promise<Duplex>): Promise<void> {
  stream.on('error', () => {});
  try {
    const outside = await connecting;
    outside.on('error', () => stream.destroy()).on('close', () => stream.destroy());
    stream.on('close', () => outside.destroy());
    stream.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    stream.pipe(outside).pipe(stream);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    stream.end(
      `HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n${reason}\n`,
    );
  }
}
