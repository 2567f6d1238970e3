import { gzipSync } from 'node:zlib';
import type { Row } from './row.ts';

const of = 'test-users';
const head =
  'POST /users/test HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nAuthorization: Bearer APP_USR-1234-5678\r\n';
const user = '{"description":"a","site_id":"MLA"}';
const malformed = ['breach malformed-request'];

/** A frame of HTTP/2 (RFC 9113, 4.1) of stream 1; of the connection where it is no frame of a stream. */
function frame(type: number, flags: number, payload: Buffer, stream = 1): Buffer {
  return Buffer.concat([Buffer.from([0, 0, payload.length, type, flags, 0, 0, 0, stream]), payload]);
}

const opening = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  frame(4, 0, Buffer.alloc(0), 0), // SETTINGS
]);
const [HEADERS, RST_STREAM, END_HEADERS] = [1, 3, 4];
/** POST http://a/users/test by the static table of HPACK (RFC 7541, appendix A). */
const fields = Buffer.from('\x83\x86\x04\x0b/users/test\x01\x01a', 'latin1');
const upperCase = Buffer.from('\0\x03X-A\x01a', 'latin1');
const http2 = (...frames: readonly Buffer[]) => Buffer.concat([opening, ...frames]);

/** HTTP itself (RFC 9112, 9113). */
export const protocolRows: readonly Row[] = [
  { what: 'HTTP/2 by ALPN', of, by: 'HTTP/2', found: [] },
  { what: 'HTTP/2 by prior knowledge', of, by: 'HTTP/2 by prior knowledge', found: [] },
  { what: 'a breach in HTTP/2', of, by: 'HTTP/2', body: { description: 'a' }, found: ['breach schema'] },
  {
    what: 'a form in HTTP/2',
    of,
    by: 'HTTP/2 by prior knowledge',
    change: { 'content-type': 'text/plain' },
    found: ['breach content-type'],
  },
  { what: 'another method in HTTP/2', of, by: 'HTTP/2', method: 'PUT', found: ['breach method'] },
  { what: 'a deletion in HTTP/2', of: 'instore-orders', by: 'HTTP/2', found: [] },
  { what: 'another path in HTTP/2', of, by: 'HTTP/2', target: '/v1/payments', found: ['breach operation'] },
  { what: 'HTTP/1.0', of, version: '1.0', found: [] },
  { what: 'HTTP/1.0 without a Host', of, version: '1.0', by: 'tunnel with TLS', change: { host: null }, found: [] },
  {
    what: 'a body in chunks',
    of,
    bytes: `${head}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n${user.length.toString(16)}\r\n${user}\r\n0\r\n\r\n`,
    found: [],
  },
  {
    what: 'two Content-Lengths',
    of,
    bytes: `${head}Content-Length: 35\r\nContent-Length: 34\r\n\r\n${user}`,
    found: malformed,
  },
  {
    what: 'a Content-Length and chunks',
    of,
    bytes: `${head}Content-Length: 35\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    found: malformed,
  },
  {
    what: 'a Content-Length that is no number',
    of,
    bytes: `${head}Content-Length: many\r\n\r\n${user}`,
    found: malformed,
  },
  {
    what: 'a chunk without its length',
    of,
    bytes: `${head}Transfer-Encoding: chunked\r\n\r\n${user}\r\n`,
    found: malformed,
  },
  {
    what: 'a body that breaks off',
    of,
    bytes: `${head}Content-Length: 99\r\n\r\n${user}`,
    found: ['breach broken-off'],
  },
  { what: 'a head that breaks off', of, bytes: 'POST /users/test HTTP/1.1\r\nHost: 127', found: ['breach broken-off'] },
  { what: 'a version that is none', of, bytes: 'POST /users/test HTTP/7.1\r\n\r\n', found: malformed },
  { what: 'no HTTP at all', of, bytes: '{"jsonrpc":"2.0","method":"create"}\n', found: malformed },
  { what: 'SOCKS', of, bytes: Buffer.from([5, 1, 0]), found: malformed },
  {
    what: 'a handshake that is none',
    of,
    bytes: Buffer.from([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 9]),
    found: ['breach tls-refused'],
  },
  {
    what: 'an HTTP/2 frame that is none',
    of,
    bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nnonsense and more of it, enough for a frame',
    found: malformed,
  },
  {
    what: 'an HTTP/2 stream that is closed within its body',
    of,
    bytes: http2(
      frame(HEADERS, END_HEADERS, fields),
      frame(0, 0, Buffer.from('{"a":')),
      frame(RST_STREAM, 0, Buffer.from([0, 0, 0, 8])),
    ),
    found: ['breach broken-off'],
  },
  { what: 'an HTTP/2 header block that breaks off', of, bytes: http2(frame(HEADERS, 0, fields)), found: malformed },
  {
    what: 'an HTTP/2 field in upper case',
    of,
    bytes: http2(frame(HEADERS, END_HEADERS, Buffer.concat([fields, upperCase]))),
    found: malformed,
  },
  { what: 'HTTP/2 without a request', of, bytes: opening, found: ['note silent-connection'] },
  { what: 'a connection that sends nothing', of, bytes: '', found: ['note silent-connection'] },
];

const zipped = gzipSync(user);

/** Scheme, port, host and coding (preamble, 5; RFC 9110). */
export const transportRows: readonly Row[] = [
  { what: 'TLS through the proxy', of, by: 'tunnel with TLS', found: [] },
  { what: 'a host with a dot at its end', of, by: 'tunnel with TLS', tunnel: 'api.mercadopago.com.:443', found: [] },
  { what: 'HTTP/1.0 over TLS', of, by: 'tunnel with TLS', version: '1.0', found: [] },
  { what: 'a base URL', of, by: 'base URL', found: [] },
  { what: 'a token over plain http', of, by: 'proxy', found: ['breach credential-in-clear'] },
  { what: 'a client_secret over plain http', of: 'oauth-token', by: 'proxy', found: ['breach credential-in-clear'] },
  {
    what: 'plain http in a tunnel',
    of,
    by: 'tunnel',
    tunnel: 'api.mercadopago.com:80',
    found: ['breach credential-in-clear'],
  },
  {
    what: 'plain http without a token',
    of,
    by: 'proxy',
    change: { authorization: null },
    found: ['breach authorization', 'note plain-http'],
  },
  { what: 'another port', of, by: 'tunnel with TLS', tunnel: 'api.mercadopago.com:8443', found: ['breach port'] },
  {
    what: 'plain http at the port of TLS',
    of,
    by: 'tunnel',
    tunnel: 'api.mercadopago.com:443',
    found: ['breach credential-in-clear', 'breach port'],
  },
  { what: 'no Host', of, change: { host: null }, found: ['breach host'] },
  { what: 'two Hosts', of, add: [['Host', '127.0.0.1']], found: ['breach host'] },
  {
    what: 'gzip named and used',
    of,
    text: zipped,
    add: [['Content-Encoding', 'gzip']],
    found: ['note content-encoding-unlisted'],
  },
  {
    what: 'gzip named and not used',
    of,
    text: user,
    add: [['Content-Encoding', 'gzip']],
    found: ['breach content-encoding'],
  },
  { what: 'gzip used and not named', of, text: zipped, found: ['breach exact-json'] },
  {
    what: 'a coding that nobody knows',
    of,
    text: user,
    add: [['Content-Encoding', 'snappy']],
    found: ['breach content-encoding'],
  },
  { what: 'no coding by its name', of, text: user, add: [['Content-Encoding', 'identity']], found: [] },
  {
    what: 'a charset as a coding',
    of,
    text: user,
    add: [['Content-Encoding', 'utf-8']],
    found: ['breach content-encoding'],
  },
];
