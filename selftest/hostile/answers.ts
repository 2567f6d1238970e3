import type { Socket } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';

/** A way to answer that no client should be harmed by, which requirement it breaks, and what the failure says of it. */
export interface HostileAnswer {
  readonly name: string;
  readonly write: (socket: Socket) => void;
  readonly breaks: 'ORD-01' | 'ORD-03';
  readonly says: string;
  /** Megabytes that a process may need more than in a run against a server that answers with nothing; 200 where none stands. */
  readonly more?: number;
}

const MEGABYTE = 1_000_000;
const zeros = (megabytes: number) => Buffer.alloc(megabytes * MEGABYTE);
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
/** Many members make one gzip file (RFC 1952, 2.2), which is quick to write. */
const gzipOf = (megabytes: number) => Buffer.concat(Array<Buffer>(megabytes / 10).fill(gzipSync(zeros(10))));
const json = 'content-type: application/json\r\n';

/** Every hostile answer that a run is made against; ORD-01 wants a success, ORD-03 a rejection in JSON. */
export const hostileAnswers: readonly HostileAnswer[] = [
  accepts('a body without end', (socket) => forever(socket, head(200), zeros(1)), 'larger than 2 MB'),
  accepts('a body of 100 MB', (socket) => sized(socket, head(200), zeros(100)), 'larger than 2 MB'),
  accepts(
    '100,000 header fields',
    (socket) => socket.write(head(200, 'x-field: value\r\n'.repeat(100_000))),
    'header fields are larger than 16 KB',
  ),
  accepts(
    'a gzip bomb',
    bomb('gzip', () => gzipOf(600)),
    'decompressed (gzip)',
  ),
  accepts(
    'a brotli bomb',
    bomb('br', () => brotliCompressSync(zeros(100), quick)),
    'decompressed (br)',
  ),
  accepts(
    'a body longer than its length',
    (socket) => socket.write(`${head(200, 'content-length: 2\r\n')}{"id": 1}`),
    'goes on behind the length',
  ),
  accepts(
    'a body shorter than its length',
    (socket) => socket.end(`${head(200, 'content-length: 20\r\n')}{}`),
    'ends before the length',
  ),
  accepts(
    'a body of a byte a second',
    (socket) => drip(socket, head(200), '{"id": 1234567890}'),
    'the body of the answer is not complete within',
  ),
  accepts(
    'a head of a byte a second',
    (socket) => drip(socket, '', head(200)),
    'the head of the answer is not complete within',
  ),
  accepts(
    'a redirect to itself',
    (socket) => socket.write(head(307, 'location: /\r\ncontent-length: 0\r\n')),
    'expected any 2xx',
  ),
  accepts(
    'interim answers without end',
    (socket) => forever(socket, '', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1_000)),
    'more than 100 interim answers',
  ),
  refuses('text that is no UTF-8', Buffer.from('{"error": "\xff\xfe"}', 'latin1'), 'is no UTF-8'),
  refuses('a byte order mark', '\uFEFF{"error": "bad_request"}', 'begins with a byte order mark'),
  refuses('JSON of 900,000 levels', '['.repeat(900_000) + ']'.repeat(900_000), 'deeper than 500 levels'),
  {
    ...accepts(
      'JSON of 100,000 members',
      (socket) => sized(socket, head(400, json), wide(100_000)),
      'was answered 400',
    ),
    more: 500, // as many objects an answer; what a matcher has judged lies there until V8 collects it
  },
];

/** Others of their kind, each sent for once. */
export const moreHostileAnswers: readonly HostileAnswer[] = [
  accepts(
    'a body without end in small chunks',
    (socket) =>
      forever(socket, head(200, 'transfer-encoding: chunked\r\n'), `64\r\n${'a'.repeat(100)}\r\n`.repeat(1_000)),
    'larger than 2 MB',
  ),
  accepts(
    'a header field of a megabyte',
    (socket) => socket.write(head(200, `x-field: ${'v'.repeat(MEGABYTE)}\r\n`)),
    'header fields are larger than 16 KB',
  ),
  accepts(
    'header fields without end',
    (socket) => forever(socket, 'HTTP/1.1 200 OK\r\n', 'x-field: value\r\n'.repeat(1_000)),
    'header fields are larger than 16 KB',
  ),
  accepts(
    'a gzip bomb in gzip',
    bomb('gzip, gzip', () => gzipSync(gzipOf(600))),
    '(gzip)',
  ),
  accepts(
    'a deflate bomb',
    bomb('deflate', () => deflateSync(zeros(20))),
    'decompressed (deflate)',
  ),
  accepts(
    'gzip that is none',
    bomb('gzip', () => Buffer.from('{"id": 1}')),
    'the body is no gzip',
  ),
  accepts(
    'a body shorter than its length on an open connection',
    (socket) => socket.write(`${head(200, 'content-length: 20\r\n')}{}`),
    'the body of the answer is not complete within',
  ),
  accepts(
    'a length and chunks at once',
    (socket) => socket.write(`${head(200, 'content-length: 2\r\ntransfer-encoding: chunked\r\n')}0\r\n\r\n`),
    'the answer is no HTTP/1.1',
  ),
  refuses('objects in objects', `${'{"a":'.repeat(300_000)}1${'}'.repeat(300_000)}`, 'deeper than 500 levels'),
];

function accepts(name: string, write: HostileAnswer['write'], says: string): HostileAnswer {
  return { name, write, breaks: 'ORD-01', says };
}

function refuses(name: string, body: string | Buffer, says: string): HostileAnswer {
  return { name, write: (socket) => sized(socket, head(400, json), body), breaks: 'ORD-03', says };
}

function head(status: number, fields = ''): string {
  return `HTTP/1.1 ${status} Status\r\n${fields}\r\n`;
}

function sized(socket: Socket, start: string, body: string | Buffer): void {
  const bytes = Buffer.from(body);
  socket.write(start.replace(/\r\n$/, `content-length: ${bytes.length}\r\n\r\n`));
  socket.write(bytes);
}

function bomb(coding: string, body: () => Buffer): HostileAnswer['write'] {
  let made: Buffer | undefined;
  return (socket) => {
    made ??= body();
    sized(socket, head(200, `content-encoding: ${coding}\r\n`), made);
  };
}

/** As much as the client takes, until it hangs up. */
function forever(socket: Socket, start: string, piece: string | Buffer): void {
  const pour = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.write(start);
  socket.on('drain', pour);
  pour();
}

function drip(socket: Socket, start: string, text: string): void {
  socket.write(start);
  let at = 0;
  const timer = setInterval(() => socket.write(text.charAt(at++)), 1_000);
  socket.on('close', () => clearInterval(timer));
}

function wide(members: number): string {
  return `{${Array.from({ length: members }, (_, index) => `"member ${index}": []`).join(',')}}`;
}
