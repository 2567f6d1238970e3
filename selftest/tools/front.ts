import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { arrayBuffer } from 'node:stream/consumers';
import { startProvider } from '#mock/server';
import { withFaults } from '../faults/faults.ts';
import { close, listen, runSuite, type SuiteRun } from './fixtures.ts';

/** A request that reached the front, and its response. */
export interface Seen {
  answer?: Answered;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The names of the header fields as they were written. */
  readonly names: readonly string[];
  readonly body: string;
}

/** A server in front of an embedded provider that records every request and may change every response. */
export type Front = Awaited<ReturnType<typeof startFront>>;

interface FrontOptions {
  readonly host?: string;
  readonly fault?: string;
  readonly severalSets?: boolean;
  /** Returns the response that is sent, or undefined to close the connection. */
  readonly change?: (request: Seen, response: Answered) => Answered | undefined | Promise<Answered | undefined>;
}

export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns an address of this machine that is not loopback. */
export function ownAddress(): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address;
}

/** Counts the calls that run at the same time, and their maximum. */
export function newCount() {
  let [now, most] = [0, 0];
  const during = async (work: () => Promise<unknown>) => {
    now += 1;
    most = Math.max(most, now);
    await work();
    now -= 1;
  };
  return { during, most: () => most };
}

/** Starts a front on a free port, for the provider states too. */
export async function startFront({
  host = '127.0.0.1',
  fault,
  severalSets = false,
  change = (_, response) => response,
}: FrontOptions = {}) {
  const provider = await startProvider({ severalSets, ...(fault === undefined ? {} : { wrap: withFaults(fault) }) });
  const seen: Seen[] = [];
  let connections = 0;
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const bytes = await arrayBuffer(incoming);
    const { method = '', url: path = '', headers, rawHeaders } = incoming;
    const names = rawHeaders.filter((_, at) => at % 2 === 0);
    const request: Seen = { method, path, headers, names, body: Buffer.from(bytes).toString() };
    seen.push(request);
    const answer = await forward(provider.baseUrl + path, request, bytes);
    const changed = await change(request, { status: answer.status, text: await answer.text() });
    if (changed) request.answer = changed;
    write(outgoing, answer.headers.get('content-type'), changed);
  };
  const server = createServer((incoming, outgoing) =>
    serve(incoming, outgoing).catch((error: unknown) => {
      if (server.listening) throw error; // otherwise the request was pending when the test ended
    }),
  );
  server.on('connection', () => {
    connections += 1;
  });
  const origin = await listen(server, host);
  return {
    baseUrl: origin,
    statesUrl: `${origin}/_states`,
    target: { BASE_URL: origin, PROVIDER_STATES_URL: `${origin}/_states` },
    seen,
    connections: () => connections,
    close: async () => {
      await close(server);
      await provider.close();
    },
  };
}

/** Starts a proxy that opens tunnels to ports of this machine, or rejects credentials with a status; records both. */
export async function startConnectProxy(reject: (credentials?: string) => number | undefined, target?: string) {
  const asked: (readonly [place: string, credentials: string | undefined])[] = [];
  const server = createServer().on('connect', ({ url = '', headers }: IncomingMessage, client: Socket) => {
    const { 'proxy-authorization': credentials } = headers;
    asked.push([url, credentials]);
    const status = reject(credentials);
    if (status !== undefined) return client.end(`HTTP/1.1 ${status} Refused\r\n\r\n`);
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    const { port } = new URL(target ?? `http://${url}`);
    const outside = connect(Number(port), '127.0.0.1').on('error', () => client.destroy());
    return client.pipe(outside).pipe(client);
  });
  return { asked, url: await listen(server), close: () => close(server) };
}

/** Runs the suite against a front that ends with the run; returns the run and what reached the front. */
export async function runBehindFront(
  options: FrontOptions,
  variables: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<SuiteRun & Pick<Front, 'seen' | 'baseUrl'>> {
  const { baseUrl, target, seen, close: end } = await startFront(options);
  const run = await runSuite({ ...target, ...variables }, ...args);
  await end();
  return { ...run, seen, baseUrl };
}

/** Returns the paths and ids of the created resources. */
export function getCreations({ seen }: Pick<Front, 'seen'>): { readonly path: string; readonly id: unknown }[] {
  return seen.flatMap(({ method, path, answer: response }) => {
    const creates = method === 'POST' && !/^\/(?:_states|oauth)/.test(path);
    if (!creates || !response || response.status >= 300) return [];
    const body = JSON.parse(response.text || '{}');
    return [{ path, id: body.id ?? body.agreement_id }];
  });
}

/** Sends a request on, with the bytes of its body: invalid UTF-8 would be another text. */
export function forward(
  url: string,
  { method = 'GET', headers }: { readonly method?: string | undefined; readonly headers: Seen['headers'] },
  body: ArrayBuffer,
): Promise<Response> {
  const sent = ['authorization', 'content-type'].flatMap((name): [string, string][] =>
    headers[name] === undefined ? [] : [[name, String(headers[name])]],
  );
  return fetch(url, { method, headers: sent, ...(body.byteLength === 0 ? {} : { body }) });
}

function write(outgoing: ServerResponse, type: string | null, changed: Answered | undefined): void {
  if (!changed) return void outgoing.destroy();
  const headers = { ...(type === null ? {} : { 'content-type': type }), ...changed.headers };
  outgoing.writeHead(changed.status, headers).end(changed.text);
}
