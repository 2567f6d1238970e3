import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { close, listen } from '../tools/fixtures.ts';

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** The fields of a token request as a library reads them. */
export type Fields = Readonly<Record<string, unknown>>;

/** The adapter of a library that does not know the suite. */
export interface ForeignServer {
  readonly token: (fields: Fields) => Promise<Reply>;
  /** Returns true if an Authorization header gives access to a protected operation. */
  readonly opens: (authorization: string) => Promise<boolean>;
  /** The provider states that the library supports. */
  readonly states: Readonly<Record<string, () => Promise<Fields>>>;
}

const invalid: Reply = { status: 400, body: { error: 'invalid_request' } };

/** Serves a library on loopback with JSON bodies. The protected operations check only the token. */
export async function serveForeign(foreign: ForeignServer) {
  const server = createServer(async (request, response) => {
    const { status, body } = await answer(foreign, request).catch(failed);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const BASE_URL = await listen(server);
  return {
    target: { BASE_URL, PROVIDER_STATES_URL: `${BASE_URL}/_states` },
    close: () => close(server),
  };
}

async function answer(foreign: ForeignServer, request: IncomingMessage): Promise<Reply> {
  const fields = getFields(await buffer(request));
  if (request.url === '/oauth/token') return fields === undefined ? invalid : foreign.token(fields);
  if (request.url === '/_states') return setUp(foreign, fields ?? {});
  if (!(await foreign.opens(request.headers.authorization ?? '')))
    return { status: 401, body: { error: 'unauthorized' } };
  return fields === undefined ? invalid : { status: 201, body: toResource(request.url ?? '', fields) };
}

/** Returns the response to a creation, with the fields that the reference lists. */
function toResource(path: string, fields: Fields): Fields {
  const now = new Date().toISOString();
  const dates = { date_created: now, date_last_updated: now };
  const user = { id: Date.now(), nickname: 'BUYER', password: fresh(), site_status: 'active', email: 'a@example.org' };
  if (path === '/users/test') return { ...fields, ...user, ...dates };
  if (path.startsWith('/v2/')) return { agreement_id: fresh(), agreement_uri: 'https://wallet.example/agreement' };
  return { ...fields, id: fresh() };
}

async function setUp({ states }: ForeignServer, { state, action }: Fields): Promise<Reply> {
  const setup = typeof state === 'string' ? states[state] : undefined;
  if (setup === undefined) return { status: 404, body: { error: 'This library has no such state.' } };
  return { status: 200, body: action === 'teardown' ? {} : await setup() };
}

function failed(error: unknown): Reply {
  return { status: 500, body: { error: 'server_error', error_description: String(error) } };
}

function getFields(bytes: Uint8Array): Fields | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

export function fresh(): string {
  return randomBytes(16).toString('hex');
}
