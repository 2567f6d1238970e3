import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { By, Row } from './rows/row.ts';
import { good } from './sent.ts';

const api = 'api.mercadopago.com';

/** Sends the request of a row to a gate as raw bytes and waits until the gate closes the connection. */
export async function ask(port: number, row: Row): Promise<void> {
  const { by = 'base URL' } = row;
  const stream = await openings[by](port, row.tunnel ?? `${api}:443`);
  if (by.startsWith('HTTP/2')) return askHttp2(stream, row);
  stream.on('error', () => {}).resume();
  stream.end(row.bytes ?? bytesOf(row));
  await once(stream, 'close');
}

const openings: Readonly<Record<By, (port: number, tunnel: string) => Promise<Duplex>>> = {
  'base URL': direct,
  'HTTP/2 by prior knowledge': direct,
  proxy: direct,
  tunnel: tunnelled,
  'tunnel with TLS': async (port, tunnel) => secured(await tunnelled(port, tunnel), ['http/1.1']),
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
  const session = connectHttp2(row.by === 'HTTP/2' ? `https://${api}` : 'http://127.0.0.1', {
    createConnection: () => stream,
  });
  const { method, target, body } = { ...good(row.of), ...row };
  const headers = Object.fromEntries(headersOf(row).filter(([name]) => !/^host$/i.test(name)));
  const content = body === undefined ? undefined : JSON.stringify(body);
  const fields = { ...headers, ':method': method, ':path': target };
  const request = session.request(fields, { endStream: content === undefined });
  if (content !== undefined) request.end(content);
  request.resume();
  await once(request, 'close');
  session.close();
}

function bytesOf(row: Row): Buffer {
  const { method, target, body, text, by, version = '1.1' } = { ...good(row.of), ...row };
  const content = Buffer.from(text ?? (body === undefined ? '' : JSON.stringify(body)));
  const length = content.length > 0 ? [`Content-Length: ${content.length}`] : [];
  const lines = [
    `${method} ${by === 'proxy' ? `http://${api}` : ''}${target} HTTP/${version}`,
    ...headersOf(row).map(([name, value]) => `${name}: ${value}`),
    ...length,
    'Connection: close',
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content]);
}

function headersOf({ of, by = 'base URL', change = {}, add = [] }: Row) {
  const host = by === 'base URL' ? '127.0.0.1' : api;
  const usual = [['Host', host] as const, ...good(of).headers];
  const changed = usual.flatMap(([name, value]) => {
    const said = change[name.toLowerCase()];
    return said === null ? [] : [[name, said ?? value] as const];
  });
  return [...changed, ...add];
}
