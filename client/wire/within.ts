import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { createServer } from 'node:tls';
import { describeConnection, type Servers } from './arrivals.ts';
import type { Authority } from './authority.ts';
import { splitAuthority } from './destination.ts';
import type { Tunnel } from './http1.ts';
import type { Leave } from './leave.ts';

/** Ends TLS for any name that is asked for, and takes what comes out of it as a new connection. */
export function serveTls(authority: Authority, { arrivals, connections, take }: Servers) {
  return (stream: Duplex) => {
    const below = { ...connections.of(stream), scheme: 'https' as const };
    let named = below;
    // A server a connection: what it says of a handshake that failed is then said of this stream.
    const server = createServer({
      ...authority.unnamed,
      ALPNProtocols: ['h2', 'http/1.1'],
      SNICallback: (serverName, done) => {
        named = { ...below, serverName };
        authority.contextFor(serverName).then((context) => done(null, context), done);
      },
    });
    server.on('secureConnection', (secure) => {
      connections.set(secure, named);
      take(secure);
    });
    server.on('tlsClientError', (error) =>
      arrivals.stray('tls-refused', `${describeConnection(named)} came to no handshake: ${reasonOf(error)}`),
    );
    server.emit('connection', stream);
  };
}

/** OpenSSL's own word where it has one: `tlsv1 alert unknown ca`. */
function reasonOf(error: Error): string {
  const word = 'reason' in error && typeof error.reason === 'string' ? error.reason : error.message;
  return /unknown ca|certificate/.test(word) ? `${word} (the client does not trust the gate's authority)` : word;
}

/** Answers CONNECT: the tunnel ends in the gate, or where its host may be reached, in that host. */
export function tunnelTo({ connections, take }: Servers, leave: Leave | undefined): Tunnel {
  return (request: IncomingMessage, stream: Duplex) => {
    const tunnel = request.url ?? '';
    const { host, port } = splitAuthority(tunnel, 443);
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
    stream.end(`HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n${reason}\n`);
  }
}
