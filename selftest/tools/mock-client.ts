import { type Provider, type ProviderOptions, startProvider } from '#mock/server';

type Values = Record<string, unknown>;
export type Answer = { status: number; text: string; json: Values };
type Request = { method?: string; token?: unknown; type?: string; body?: object | string };

/** An embedded provider on the loopback interface, and two ways to talk to it. */
export type Client = {
  given: (state: string, action?: string) => Promise<Answer>;
  ask: (path: string, request?: Request) => Promise<Answer>;
};

/** Starts an embedded provider, hands it over, and closes it whatever happens. */
export async function withProvider(options: ProviderOptions, use: (client: Client) => Promise<void>): Promise<void> {
  const provider = await startProvider(options);
  try {
    await use(clientOf(provider));
  } finally {
    await provider.close();
  }
}

function clientOf({ baseUrl, statesUrl }: Provider): Client {
  return {
    given: (state, action = 'setup') => send(statesUrl, { body: { state, params: {}, action } }),
    ask: (path, request = {}) => send(baseUrl + path, request),
  };
}

async function send(url: string, { method = 'POST', token, type, body }: Request): Promise<Answer> {
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': type ?? 'application/json' }),
  };
  const response = await fetch(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body: bytes(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, json: valuesOf(text) };
}

function bytes(body: object | string): string | Uint8Array<ArrayBufferLike> {
  return typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
}

function valuesOf(text: string): Values {
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
