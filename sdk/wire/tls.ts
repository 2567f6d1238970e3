import type { Duplex } from 'node:stream';
import { createServer } from 'node:tls';
import type { Within } from './arrivals.ts';
import type { Authority } from './authority.ts';
import { inWords } from './connection.ts';

/** Ends TLS for any name that is asked for, and takes what comes out of it as a new connection. */
export function serveTls(authority: Authority, { arrivals, connections, take }: Within) {
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
      arrivals.stray('tls-refused', `${inWords(named)} came to no handshake: ${reasonOf(error)}`),
    );
    server.emit('connection', stream);
  };
}

/** OpenSSL's own word where it has one: `tlsv1 alert unknown ca`. */
function reasonOf(error: Error): string {
  const word = 'reason' in error && typeof error.reason === 'string' ? error.reason : error.message;
  return /unknown ca|certificate/.test(word)
    ? `${word} (the client does not trust the gate's authority)`
    : word;
}
