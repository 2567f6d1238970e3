import { setTimeout as after } from 'node:timers/promises';
import { getField, parseJson } from '#api/exchange';
import { type Endpoint, operations } from '#api/operations';
import type { Driver } from '#client/certification/driver';
import type { DriverReport } from '#client/certification/played';
import type { Input } from '#client/certification/scenario';
import type { Header } from '#client/wire/traffic';
import { type Incoming, type Outgoing, overHttp1, type Send } from './wire.ts';

type Token = NonNullable<Input['token']>;

/** A request with its body not serialised yet. */
export interface Drafted {
  readonly operation: Endpoint;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly Header[];
  readonly json?: Readonly<Record<string, unknown>>;
}

/** The decisions of a client: a fault or a habit changes one of them. */
export interface Habits {
  /** Encodes an id as a path segment; throws if that is impossible. */
  readonly encode: (id: string) => string;
  /** Changes a request before its body is written, with the caller's input. */
  readonly draft: (drafted: Drafted, input: Input) => Drafted;
  readonly write: (json: unknown) => string | Buffer;
  /** Changes the request before it is sent. */
  readonly finish: (outgoing: Outgoing, operation: Endpoint) => Outgoing;
  readonly send: Send;
  /** Returns the milliseconds until a retry after a response, or after none; undefined: no retry. */
  readonly again: (response: Incoming | undefined, tries: number, operation: Endpoint) => number | undefined;
  readonly isSuccess: (status: number, reply: unknown, operation: Endpoint) => boolean;
  /** Returns true if a code is too old to be sent. */
  readonly isStale: (age: number) => boolean;
  /** Renews a token: returns a new one, or the same if nothing renews it. */
  readonly renew: (token: Token, ask: (input: Input) => Promise<unknown>) => Promise<string>;
  /** True if a token is used again for the requests that follow. */
  readonly keepsToken: boolean;
  readonly tell: (report: DriverReport, operation: Endpoint) => DriverReport;
}

export const conformant: Habits = {
  encode: (id) => {
    if (/^\.{0,2}$/.test(id)) throw new Error(`The id ${id} cannot stand in a path.`);
    return encodeURIComponent(id);
  },
  draft: (drafted) => drafted,
  write: (json) => JSON.stringify(json),
  finish: (outgoing) => outgoing,
  send: overHttp1,
  again: (response, tries) => (response?.status === 429 && tries < 3 ? (response.retryAfter ?? 0) * 1000 : undefined),
  isSuccess: (status) => status >= 200 && status < 300,
  isStale: (age) => age >= 600,
  renew: async ({ client_id, client_secret, refresh_token = '' }, ask) =>
    accessTokenIn(await ask({ grant_type: 'refresh_token', client_id, client_secret, refresh_token })),
  keepsToken: true,
  tell: (report) => report,
};

/** Returns a driver of a client with these habits that calls the service at `base`. */
export function getClient(changes: Partial<Habits>, base: string): Driver {
  const habits = { ...conformant, ...changes };
  return {
    ask: async ({ operation, input }) => habits.tell(await createReport(operation, input, habits, base), operation),
    stop: async () => {},
  };
}

async function createReport(operation: Endpoint, input: Input, habits: Habits, base: string): Promise<DriverReport> {
  const ask = (of: Endpoint, what: Input, token?: string) => call(of, what, token, habits, base);
  try {
    let token: string | undefined;
    let result: unknown;
    for (let time = 0; time < (input.times ?? 1); time += 1) {
      if (input.token && (token === undefined || !habits.keepsToken))
        token = await getToken(input.token, habits, (what) => ask('oauth-token', what));
      result = await ask(operation, input, token);
    }
    return { outcome: 'done', result };
  } catch (error) {
    const { status } = Object(error);
    return { outcome: 'error', ...(status === undefined ? {} : { status }), error: String(error) };
  }
}

async function getToken(token: Token, { renew }: Habits, ask: (input: Input) => Promise<unknown>): Promise<string> {
  const { access_token, expires_in = 0, code, ...rest } = token;
  if (access_token !== undefined) return expires_in > 0 ? access_token : renew(token, ask);
  return accessTokenIn(await ask({ grant_type: 'authorization_code', ...rest, ...(code ? { code } : {}) }));
}

function accessTokenIn(response: unknown): string {
  return String(getField(response, 'access_token'));
}

async function call(operation: Endpoint, input: Input, token: string | undefined, habits: Habits, base: string) {
  if (habits.isStale(input.code_age ?? 0)) throw new Error('The code is too old: ask for another.');
  const { json, ...drafted } = habits.draft(getDraft(operation, input, token, habits), input);
  const body = json === undefined ? {} : { body: habits.write(json) };
  const outgoing = habits.finish({ ...drafted, ...body }, operation);
  const { status, text } = await sent(outgoing, operation, habits, base);
  const reply = parseJson(text);
  if (!habits.isSuccess(status, reply, operation)) throw Object.assign(new Error(text), { status });
  return reply;
}

async function sent(outgoing: Outgoing, operation: Endpoint, { send, again }: Habits, base: string) {
  for (let tries = 1; ; tries += 1) {
    const response = await send(base, outgoing).catch((error: unknown) => ({ error }));
    const wait = again('status' in response ? response : undefined, tries, operation);
    if (wait !== undefined) await after(wait);
    else if ('status' in response) return response;
    else throw response.error;
  }
}

function getDraft(operation: Endpoint, input: Input, token: string | undefined, { encode }: Habits): Drafted {
  const { method, path } = operations[operation];
  const { parameters = {}, client_id, platform_id, is_sandbox, body } = input;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encode(parameters[name] ?? ''));
  const query = operation === 'wallet-agreements' && client_id ? `?client.id=${client_id}` : '';
  const { code_age: _, ...tokenRequest } = input;
  const json = operation === 'oauth-token' ? tokenRequest : body;
  const headers: Header[] = [
    ...(method === 'POST' ? [['Content-Type', 'application/json'] as const] : []),
    ...(token === undefined ? [] : [['Authorization', `Bearer ${token}`] as const]),
    ...(platform_id === undefined ? [] : [['x-platform-id', platform_id] as const]),
    ...(is_sandbox ? [['x-test-scope', 'sandbox'] as const] : []),
  ];
  return { operation, method, target: `/${filled}${query}`, headers, ...(json ? { json } : {}) };
}
