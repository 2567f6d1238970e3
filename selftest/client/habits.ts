import { accessTokenIn, conformant, type Habits } from './reference-client.ts';
import { inChunks, keepingAlive, type Outgoing, overHttp2 } from './wire.ts';

const plainId = /^[\w.-]+$/;

/** Clients that conform, each with a habit that the reference leaves open. */
export const habits: Readonly<Record<string, Partial<Habits>>> = {
  'as the reference shows it': {},
  'headers in another order and case': {
    finish: (outgoing) => ({
      ...outgoing,
      headers: outgoing.headers.map(([name, value]) => [name.toUpperCase(), value] as const).reverse(),
    }),
  },
  'a body in chunks': { send: inChunks },
  'one connection for everything': { send: keepingAlive },
  'HTTP/2': { send: overHttp2 },
  'headers of its own': {
    finish: withHeaders([
      ['User-Agent', 'shop/4.2 (a conformant client)'],
      ['Accept', 'application/json'],
      ['X-Idempotency-Key', '0d5020ed-1af6-469c-ae06-c3bec19954bb'],
      ['X-Product-Id', 'shop'],
    ]),
  },
  'a charset in the Content-Type, and an Accept-Encoding': {
    finish: (outgoing) => ({
      ...withHeaders([['Accept-Encoding', 'identity']])(outgoing),
      headers: outgoing.headers.map(([name, value]) =>
        name === 'Content-Type' ? ([name, `${value}; charset=UTF-8`] as const) : ([name, value] as const),
      ),
    }),
  },
  'what may be tried again, is': {
    again: (answer, tries, operation) => {
      if (tries >= 4 || answer?.status === 429) return conformant.again(answer, tries, operation);
      const isSafe = operation === 'point-payment-intents' || operation === 'instore-orders';
      return isSafe && (!answer || answer.status >= 500) ? 5 : undefined;
    },
  },
  'nothing is tried again, and a 429 is reported': { again: () => undefined },
  'JSON with blanks, and letters as escapes': {
    write: (json) =>
      JSON.stringify(json, null, 2).replace(
        /[^ -~\n]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
  },
  'dates in UTC': { draft: (drafted) => ({ ...drafted, ...dated(drafted.json) }) },
  'what is null or empty left out': {
    draft: (drafted) => ({ ...drafted, ...(drafted.json ? { json: Object(filled(drafted.json)) } : {}) }),
  },
  'odd ids refused': {
    encode: (id) => {
      if (!plainId.test(id) || /^\.+$/.test(id)) throw new Error(`${JSON.stringify(id)} is no id.`);
      return id;
    },
  },
  'everything encoded, and slashes at the end': {
    encode: (id) =>
      conformant.encode(id).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
    draft: (drafted) => ({ ...drafted, target: drafted.target.replace(/(?=\?|$)/, '/') }),
  },
  'no redirect_uri and no scope of its own': {
    draft: (drafted) => {
      const { redirect_uri, scope, ...json } = Object(drafted.json);
      return drafted.operation === 'oauth-token' ? { ...drafted, json } : drafted;
    },
  },
  'a scope in another order, and an Authorization to the token operation': {
    draft: (drafted) => {
      if (drafted.operation !== 'oauth-token') return drafted;
      const { scope, ...json } = Object(drafted.json);
      const reversed = scope ? { scope: scope.split(' ').reverse().join(' ') } : {};
      const headers = [...drafted.headers, ['Authorization', 'Bearer of-the-application'] as const];
      return { ...drafted, json: { ...json, ...reversed }, headers };
    },
  },
  'a token renewed twice over': {
    renew: async (token, ask) => {
      await conformant.renew(token, ask);
      return accessTokenIn(
        await ask({
          grant_type: 'refresh_token',
          client_id: token.client_id,
          client_secret: token.client_secret,
          ...(token.refresh_token ? { refresh_token: token.refresh_token } : {}),
        }),
      );
    },
  },
};

function withHeaders(added: Outgoing['headers']) {
  return (outgoing: Outgoing): Outgoing => ({ ...outgoing, headers: [...added, ...outgoing.headers] });
}

function dated(json: unknown) {
  if (json === undefined) return {};
  const text = JSON.stringify(json, (_, value: unknown) => (isInstant(value) ? inUtc(value) : value));
  return { json: JSON.parse(text) };
}

function isInstant(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT.+[+-]\d\d:\d\d$/.test(value);
}

function inUtc(value: string): string {
  return new Date(value).toISOString();
}

function filled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(filled);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, filled(member)] as const);
  return Object.fromEntries(members.filter(([, member]) => !isEmpty(member)));
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(Object(value)).length === 0);
}
