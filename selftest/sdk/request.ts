import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { type Endpoint, endpoints, operations } from '#api/operations';
import { type MatchedRequest, matchOperation, readExact } from '#client/contract/check';
import { judgeRequest, redactJudged } from '#client/contract/judge';
import { type Arrival, type Header, writeHead } from '#client/wire/traffic';
import { preference } from '#factories/preferences/preference';
import { agreement } from '#factories/request-bodies';
import { readJsonFile } from '#run/json-file';

/** A request of an SDK in short form: omitted fields have valid values. */
export interface Short {
  readonly of: Endpoint;
  readonly method?: string;
  readonly target?: string;
  readonly headers?: readonly Header[];
  readonly body?: unknown;
  /** The raw body, instead of `body`. */
  readonly text?: string | Buffer;
}

type By = 'base URL' | 'proxy' | 'tunnel' | 'tunnel with TLS' | 'HTTP/2' | 'HTTP/2 by prior knowledge';

/** A request and the gate's findings. */
export interface Row extends Omit<Short, 'headers'> {
  readonly what: string;
  readonly by?: By;
  /** Headers that replace those of the same name; null removes one. */
  readonly change?: Readonly<Record<string, string | null>>;
  readonly add?: readonly Header[];
  readonly version?: '1.0' | '1.1';
  readonly tunnel?: string;
  /** The raw bytes to send instead of the request. */
  readonly bytes?: string | Buffer;
  /** `breach method`, one per finding; empty if the request is allowed. */
  readonly found: readonly string[];
  /** The finding of a Node that rejects the request before the gate reads it. */
  readonly newerNode?: string;
}

/** Returns rows from a table of changes by `what → breach a, note b`; a row may name another operation. */
export function listRows(of: Endpoint, table: Readonly<Record<string, Partial<Row>>>): Row[] {
  return Object.entries(table).map(([key, changes]) => {
    const [what = '', found] = key.split(' → ');
    return { what, of, found: found?.split(', ') ?? [], ...changes };
  });
}

/** Rows by operation; `fields` and `without` change the valid body. */
type Table = Readonly<Partial<Record<Endpoint, Readonly<Record<string, JsonRow>>>>>;
interface JsonRow extends Partial<Row> {
  readonly fields?: object;
  readonly without?: readonly string[];
}

/** Returns the rows of a JSON file by subject; those of the other files were written from the reference alone. */
export function readRows(name: 'rows' | 'faulty' | 'further'): Record<string, Row[]> {
  const { value } = readJsonFile<Readonly<Record<string, Table>>>(`selftest/sdk/rows/${name}.json`, {});
  const toRows = (table: Table) => endpoints.flatMap((of) => listRows(of, changeBodies(of, table[of] ?? {})));
  return Object.fromEntries(Object.entries(value).map(([subject, table]) => [subject, toRows(table)]));
}

function changeBodies(of: Endpoint, rows: Readonly<Record<string, JsonRow>>): Record<string, Partial<Row>> {
  const change = ({ fields, without = [], ...row }: JsonRow): Partial<Row> => {
    if (!fields && without.length === 0) return row;
    const members = { ...Object(of === 'oauth-token' ? codeRequest : good(of).body), ...fields };
    return { ...row, body: Object.fromEntries(Object.entries(members).filter(([name]) => !without.includes(name))) };
  };
  return Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, change(row)]));
}

const codeRequest = {
  ...{ grant_type: 'authorization_code', client_id: '4711', client_secret: 'hush-hush' },
  ...{ code: 'TG-4711', redirect_uri: 'https://shop.example/back' },
};

const authorization: Header = ['Authorization', 'Bearer APP_USR-1234-5678'];
const reach: Arrival = { scheme: 'https', host: 'api.example.com', port: 443, reached: 'tunnel', protocol: 'HTTP/1.1' };
const json: Header = ['Content-Type', 'application/json'];

/** Values of path parameters; any other parameter has its name as value. */
const inPath: Readonly<Record<string, string>> = {
  ...{ device_id: 'D-1', payment_intent_id: '7', user_id: '4711', external_pos_id: 'POS1' },
};

/** The bodies of the operations that have one. */
const bodies: Readonly<Partial<Record<Endpoint, unknown>>> = {
  'oauth-token': { client_id: '4711', client_secret: 'hush-hush', grant_type: 'client_credentials' },
  'checkout-preferences': preference('retail', { tag: 'retail' }),
  'test-users': { description: 'a buyer', site_id: 'MLA' },
  'wallet-agreements': agreement('flow-1'),
};

function good(of: Endpoint): Required<Omit<Short, 'of' | 'text'>> {
  const { method, path, protected: isProtected } = operations[of];
  const target = `/${path.replace(/\{(\w+)\}/g, (_, name: string) => inPath[name] ?? name)}`;
  return {
    method,
    target: of === 'wallet-agreements' ? `${target}?client.id=4711` : target,
    headers: [...(method === 'POST' ? [json] : []), ...(isProtected ? [authorization] : [])],
    body: bodies[of],
  };
}

function toBytes({ text, body }: Pick<Short, 'text' | 'body'>): Buffer {
  return Buffer.from(text ?? (body === undefined ? '' : JSON.stringify(body)));
}

/** Returns the request as the gate has it after matching; throws if it matches no operation. */
export function sentAs(short: Short): MatchedRequest {
  const { method, target, headers, ...content } = { ...good(short.of), ...short };
  const bytes = toBytes(content);
  const match = matchOperation(target);
  if (!match) throw new Error(`${target} is the path of no operation.`);
  const all: Header[] = [['Host', reach.host], ...headers];
  const sent = { number: 1, at: new Date(0).toISOString(), ...reach, method, target, headers: all };
  return { ...sent, head: writeHead(sent), body: bytes, json: readExact(bytes), ...match };
}

/** Returns the gate's findings in a request, one per line: `breach schema /code is not a string`. */
export function findingsIn(short: Short, strict = false): string[] {
  const request = sentAs(short);
  const findings = judgeRequest(request, strict).map((judged) => redactJudged(judged, request.endpoint));
  return findings.map(({ level, rule, place, text }) => `${level} ${rule}: ${place} ${text}`);
}

const api = 'api.mercadopago.com';

/** Sends the request of a row to a gate as raw bytes and waits until the gate closes the connection. */
export async function ask(port: number, row: Row): Promise<void> {
  const { by = 'base URL' } = row;
  const stream = await openings[by](port, row.tunnel ?? `${api}:443`, row.version);
  if (by.startsWith('HTTP/2')) return askHttp2(stream, row);
  stream.on('error', () => {}).resume();
  stream.end(row.bytes ?? writeRequest(row));
  await once(stream, 'close');
}

const openings: Readonly<Record<By, (port: number, tunnel: string, version?: string) => Promise<Duplex>>> = {
  'base URL': direct,
  'HTTP/2 by prior knowledge': direct,
  proxy: direct,
  tunnel: tunnelled,
  'tunnel with TLS': async (port, to, version = '1.1') => secured(await tunnelled(port, to), [`http/${version}`]),
  'HTTP/2': async (port, tunnel) => secured(await tunnelled(port, tunnel), ['h2']),
};

async function direct(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

async function tunnelled(port: number, tunnel: string): Promise<Socket> {
  const socket = await direct(port);
  socket.write(`CONNECT ${tunnel} HTTP/1.1\r\nHost: ${tunnel}\r\n\r\n`);
  await once(socket, 'data');
  return socket;
}

/** Opens a TLS connection without verification: tests with real clients check the gate's certificate. */
async function secured(socket: Socket, ALPNProtocols: string[]): Promise<Duplex> {
  const secure = connectTls({ socket, servername: api, ALPNProtocols, rejectUnauthorized: false });
  await once(secure, 'secureConnect');
  return secure;
}

async function askHttp2(stream: Duplex, row: Row): Promise<void> {
  const origin = row.by === 'HTTP/2' ? `https://${api}` : 'http://127.0.0.1';
  const session = connectHttp2(origin, { createConnection: () => stream });
  const { method, target, body } = { ...good(row.of), ...row };
  const headers = Object.fromEntries(getHeaders(row).filter(([name]) => name !== 'Host'));
  const request = session.request({ ...headers, ':method': method, ':path': target });
  request.end(body === undefined ? undefined : JSON.stringify(body)).resume();
  await once(request, 'close').catch(() => {}); // a newer Node resets some streams
  session.close();
}

function writeRequest(row: Row): Buffer {
  const { method, target, by, version = '1.1', ...sent } = { ...good(row.of), ...row };
  const content = toBytes(sent);
  const length = content.length > 0 ? [`Content-Length: ${content.length}`] : [];
  const lines = [
    `${method} ${by === 'proxy' ? `http://${api}` : ''}${target} HTTP/${version}`,
    ...getHeaders(row).map(([name, value]) => `${name}: ${value}`),
    ...[...length, 'Connection: close'],
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content]);
}

function getHeaders({ of, by = 'base URL', change = {}, add = [] }: Row): Header[] {
  const host: Header = ['Host', by === 'base URL' ? '127.0.0.1' : api];
  const changed = [host, ...good(of).headers].flatMap(([name, value]): Header[] => {
    const other = change[name.toLowerCase()];
    return other === null ? [] : [[name, other ?? value]];
  });
  return [...changed, ...add];
}
