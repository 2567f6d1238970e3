import { gzipSync } from 'node:zlib';
import { listRows, type Row } from '../request.ts';

const head =
  'POST /users/test HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nAuthorization: Bearer APP_USR-1234-5678\r\n';
const user = '{"description":"a","site_id":"MLA"}';
const chunked = 'Transfer-Encoding: chunked';
const sized = (length: string, body = user) => ({ bytes: `${head}Content-Length: ${length}\r\n\r\n${body}` });

/** Returns an HTTP/2 frame (RFC 9113, 4.1) of stream 1 by default; stream 0 is the connection. */
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

/** Rows of raw bytes about HTTP itself (RFC 9112, 9113). */
export const protocolRows: readonly Row[] = listRows('test-users', {
  'a body in chunks': {
    bytes: `${head}${chunked}\r\nConnection: close\r\n\r\n${user.length.toString(16)}\r\n${user}\r\n0\r\n\r\n`,
  },
  'two Content-Lengths → breach malformed-request': sized('35\r\nContent-Length: 34'),
  'a Content-Length and chunks → breach malformed-request': sized(`35\r\n${chunked}`, '0\r\n\r\n'),
  'a Content-Length that is no number → breach malformed-request': sized('many'),
  'a Content-Length that is too small → breach exact-json, breach malformed-request': sized('30'),
  'a chunk without its length → breach malformed-request': { bytes: `${head}${chunked}\r\n\r\n${user}\r\n` },
  'a body that breaks off → breach broken-off': sized('99'),
  'a head that breaks off → breach broken-off': { bytes: 'POST /users/test HTTP/1.1\r\nHost: 127' },
  'a version that is none → breach malformed-request': { bytes: 'POST /users/test HTTP/7.1\r\n\r\n' },
  'no HTTP at all → breach malformed-request': { bytes: '{"jsonrpc":"2.0","method":"create"}\n' },
  'SOCKS → breach malformed-request': { bytes: Buffer.from([5, 1, 0]) },
  'a handshake that is none → breach tls-refused': { bytes: Buffer.from([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 9]) },
  'an HTTP/2 frame that is none → breach malformed-request': {
    bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nnonsense and more of it, enough for a frame',
  },
  'an HTTP/2 stream that is closed within its body → breach broken-off': {
    bytes: http2(
      frame(HEADERS, END_HEADERS, fields),
      frame(0, 0, Buffer.from('{"a":')),
      frame(RST_STREAM, 0, Buffer.from([0, 0, 0, 8])),
    ),
  },
  'an HTTP/2 header block that breaks off → breach malformed-request': { bytes: http2(frame(HEADERS, 0, fields)) },
  'an HTTP/2 field in upper case → breach malformed-request': {
    bytes: http2(frame(HEADERS, END_HEADERS, Buffer.concat([fields, upperCase]))),
  },
  'HTTP/2 without a request → note silent-connection': { bytes: opening },
  'a connection that sends nothing → note silent-connection': { bytes: '' },
});

const zipped = gzipSync(user);

/** Rows about the coding and the encoding of a body (RFC 9110, 8.4; RFC 8259, 8.1). */
export const encodedRows: readonly Row[] = listRows('test-users', {
  'gzip named and used → note content-encoding-unlisted': { text: zipped, add: [['Content-Encoding', 'gzip']] },
  'gzip used and not named → breach exact-json': { text: zipped },
  'Latin-1 → breach exact-json': { text: Buffer.from('{"description":"caf\xe9","site_id":"MLA"}', 'latin1') },
  'UTF-16 → breach exact-json': { text: Buffer.from('{"description":"a","site_id":"MLA"}', 'utf16le') },
});
