import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { close, listen, ownFolder, runSuite, type SuiteRun, toTarget } from '../tools/fixtures.ts';

/** Runs the in-store order tests of some requirements against a server that always sends one response. */
export async function runAgainst(write: (socket: Socket) => void, grep: string) {
  const peaks = path.join(ownFolder('peaks'), 'peaks');
  const server = await startHostile(write);
  const NODE_OPTIONS = `--import=${new URL('peak.mjs', import.meta.url)}`;
  const variables = { ...toTarget(server), REQUEST_TIMEOUT: '2', NODE_OPTIONS, PEAKS_FILE: peaks };
  const run = await runSuite(variables, '--project=instore-orders', `--grep=${grep}`);
  await server.close();
  const kilobytes = readFileSync(peaks, 'utf8').trim().split('\n').map(Number);
  return { ...run, peakMegabytes: Math.max(...kilobytes) / 1024 };
}

/** Expects that a hostile response fails the requirement with its message, without an internal error. */
export function expectBreach(run: SuiteRun, { breaks, says }: { readonly breaks: string; readonly says: string }) {
  const { errors, verdict } = run.document();
  const broken = run.row(breaks);
  expect([run.code, verdict, errors]).toEqual([1, 'NON-CONFORMANT', []]);
  expect(broken?.outcome).toBe('failed');
  expect(broken?.reason?.toLowerCase()).toContain(says.toLowerCase());
}

/** Values that serve for any state: those of `an open in-store order`. */
const values = { user_id: '1', external_pos_id: 'pos', access_token: 'APP_USR-1-010100-hostile' };

/** Starts a server that sends the same raw bytes for every request, and harmless provider states. */
export async function startHostile(write: (socket: Socket) => void) {
  const target = createServer((socket) => {
    socket.on('data', (chunk) => {
      if (chunk.includes(' HTTP/1.1\r\n')) write(socket);
    });
  });
  const states = createHttpServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(values));
  });
  const baseUrl = await listen(target);
  const stop = async () => void (await Promise.all([target, states].map(close)));
  return { baseUrl, statesUrl: await listen(states), close: stop };
}

type Write = (socket: Socket) => void;
type Rows = Readonly<Record<string, readonly [write: Write, says: string]>>;

const MEGABYTE = 1_000_000;
const zeros = (megabytes: number) => Buffer.alloc(megabytes * MEGABYTE);
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
/** Returns a gzip file of many members (RFC 1952, 2.2), which is quick to write. */
const createGzip = (megabytes: number) => Buffer.concat(Array<Buffer>(megabytes / 10).fill(gzipSync(zeros(10))));

function head(status: number, fields = ''): string {
  return `HTTP/1.1 ${status} Status\r\n${fields}\r\n`;
}

function plain(text: string): Write {
  return (socket) => socket.write(text);
}

function sized(status: number, fields: string, body: () => string | Buffer): Write {
  let made: Buffer | undefined;
  return (socket) => {
    made ??= Buffer.from(body());
    socket.write(head(status, `${fields}content-length: ${made.length}\r\n`));
    socket.write(made);
  };
}

function bomb(coding: string, body: () => Buffer): Write {
  return sized(200, `content-encoding: ${coding}\r\n`, body);
}

function forever(start: string, piece: string | Buffer): Write {
  return (socket) => {
    const pour = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.write(start);
    socket.on('drain', pour);
    pour();
  };
}

function drip(start: string, text: string): Write {
  return (socket) => {
    socket.write(start);
    let at = 0;
    const timer = setInterval(() => socket.write(text.charAt(at++)), 1_000);
    socket.on('close', () => clearInterval(timer));
  };
}

const json = 'content-type: application/json\r\n';
const rejected = (body: string | Buffer) => sized(400, json, () => body);
const wide = () => `{${Array.from({ length: 100_000 }, (_, index) => `"member ${index}": []`).join(',')}}`;
const getSize = (bytes: number) => `content-length: ${bytes}\r\n`;
const short = `${head(200, getSize(20))}{}`;
const chunked = 'transfer-encoding: chunked\r\n';
const late = 'the body of the response is incomplete after';
const chunk = `64\r\n${'a'.repeat(100)}\r\n`;

const success: Rows = {
  'a body without end': [forever(head(200), zeros(1)), 'larger than 2 MB'],
  'a body of 100 MB': [forever(head(200, getSize(100 * MEGABYTE)), zeros(1)), 'larger than 2 MB'],
  '100,000 header fields': [plain(head(200, 'x-field: value\r\n'.repeat(100_000))), 'headers are larger than 16 KB'],
  'a gzip bomb': [bomb('gzip', () => createGzip(600)), 'decompressed (gzip)'],
  'a brotli bomb': [bomb('br', () => brotliCompressSync(zeros(20), quick)), 'decompressed (br)'],
  'a body longer than its length': [plain(`${head(200, getSize(2))}{"id": 1}`), 'longer than its headers declare'],
  'a body shorter than its length': [(socket) => socket.end(short), 'closed before the body was complete'],
  'a body of a byte a second': [drip(head(200), '{"id": 1234567890}'), late],
  'a head of a byte a second': [drip('', head(200)), 'the head of the response is incomplete after'],
  'a redirect to itself': [plain(head(307, 'location: /\r\ncontent-length: 0\r\n')), 'expected any 2xx'],
  'interim answers without end': [forever('', 'HTTP/1.1 102 Busy\r\n\r\n'.repeat(1_000)), 'than 100 interim responses'],
  'JSON of 100,000 members': [sized(400, json, wide), 'returned 400'],
  'an error of Node': [sized(500, json, () => '{"error": "ENOENT: no such file"}'), 'returned 500'],
};
const rejection: Rows = {
  'text that is no UTF-8': [rejected(Buffer.from('{"error": "\xff\xfe"}', 'latin1')), 'is not UTF-8'],
  'a byte order mark': [rejected('\uFEFF{"error": "bad_request"}'), 'begins with a byte order mark'],
  'JSON of 900,000 levels': [rejected('['.repeat(900_000) + ']'.repeat(900_000)), 'deeper than 500 levels'],
};
const moreSuccess: Rows = {
  'a body without end in small chunks': [forever(head(200, chunked), chunk.repeat(1_000)), 'larger than 2 MB'],
  'a header field of a megabyte': [plain(head(200, `x-field: ${'v'.repeat(MEGABYTE)}\r\n`)), 'are larger than 16 KB'],
  'header fields without end': [forever('HTTP/1.1 200 OK\r\n', 'x-field: value\r\n'.repeat(1_000)), 'than 16 KB'],
  'a gzip bomb in gzip': [bomb('gzip, gzip', () => gzipSync(createGzip(600))), '(gzip)'],
  'a deflate bomb': [bomb('deflate', () => deflateSync(zeros(20))), 'decompressed (deflate)'],
  'gzip that is none': [bomb('gzip', () => Buffer.from('{"id": 1}')), 'not in its content-encoding gzip'],
  'a body shorter than its length on an open connection': [plain(short), late],
  'a length and chunks at once': [plain(`${head(200, getSize(2) + chunked)}0\r\n\r\n`), 'is not valid HTTP/1.1'],
};
const moreRejection: Rows = {
  'objects in objects': [rejected(`${'{"a":'.repeat(300_000)}1${'}'.repeat(300_000)}`), 'deeper than 500 levels'],
};

/** Returns the rows with the requirement that they violate, and the megabytes that a process may need beyond the usual. */
function toResponses(rows: Rows, breaks: 'ORD-01' | 'ORD-03') {
  // As many objects a response: what a matcher has judged lies in memory until V8 collects it.
  const getMemory = (name: string) => (/members/.test(name) ? 500 : 200);
  return Object.entries(rows).map(([name, [write, says]]) => ({ name, write, breaks, says, more: getMemory(name) }));
}

/** Hostile responses, each with its own run; ORD-01 expects a success, ORD-03 a rejection in JSON. */
export const hostile = [...toResponses(success, 'ORD-01'), ...toResponses(rejection, 'ORD-03')];

/** Further hostile responses, each sent once. */
export const moreHostile = [...toResponses(moreSuccess, 'ORD-01'), ...toResponses(moreRejection, 'ORD-03')];
