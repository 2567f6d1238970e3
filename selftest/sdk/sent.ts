import { agreement } from '../../factories/agreement.ts';
import { preference } from '../../factories/preferences/preference.ts';
import type { MatchedRequest } from '../../sdk/contract/check.ts';
import { readExact } from '../../sdk/contract/exact-json.ts';
import { judge } from '../../sdk/contract/judge.ts';
import { matchOperation } from '../../sdk/contract/match.ts';
import type { Header, Reach } from '../../sdk/wire/traffic.ts';
import type { Endpoint } from '../../suite/core/operations.ts';

/** A request of an SDK in short: everything that is not said is as it should be. */
export interface Short {
  readonly of: Endpoint;
  readonly method?: string;
  readonly target?: string;
  readonly headers?: readonly Header[];
  readonly body?: unknown;
  /** The body as it stands, in place of `body`. */
  readonly text?: string | Buffer;
}

const authorization: Header = ['Authorization', 'Bearer APP_USR-1234-5678'];
const host: readonly Header[] = [['Host', 'api.example.com']];
const reach: Reach = {
  scheme: 'https',
  host: 'api.example.com',
  port: 443,
  reached: 'tunnel',
  protocol: 'HTTP/1.1',
};
const json: Header = ['Content-Type', 'application/json'];

/** A good request of each operation. */
export const good: Readonly<Record<Endpoint, Required<Omit<Short, 'of' | 'text'>>>> = {
  'oauth-token': {
    method: 'POST',
    target: '/oauth/token',
    headers: [json],
    body: { client_id: '4711', client_secret: 'hush-hush', grant_type: 'client_credentials' },
  },
  'checkout-preferences': {
    method: 'POST',
    target: '/checkout/preferences',
    headers: [json, authorization],
    body: preference('retail', { tag: 'retail' }),
  },
  'test-users': {
    method: 'POST',
    target: '/users/test',
    headers: [json, authorization],
    body: { description: 'a buyer', site_id: 'MLA' },
  },
  'point-payment-intents': {
    method: 'DELETE',
    target: '/point/integration-api/devices/D-1/payment-intents/7',
    headers: [authorization],
    body: undefined,
  },
  'wallet-agreements': {
    method: 'POST',
    target: '/v2/wallet_connect/agreements?client.id=4711',
    headers: [json, authorization],
    body: agreement('flow-1'),
  },
  'instore-orders': {
    method: 'DELETE',
    target: '/instore/qr/seller/collectors/4711/pos/POS1/orders',
    headers: [authorization],
    body: undefined,
  },
};

/** The request as the gate has it after matching; throws where it is for no operation. */
export function sentAs({ of, text, ...said }: Short): MatchedRequest {
  const { method, target, headers, body } = { ...good[of], ...said };
  const bytes = Buffer.from(text ?? (body === undefined ? '' : JSON.stringify(body)));
  const match = matchOperation(target);
  if (!match) throw new Error(`${target} is the path of no operation.`);
  const arrival = { number: 1, at: new Date(0).toISOString() };
  const request = { method, target, headers: [...host, ...headers], body: bytes, json: readExact(bytes) };
  return { ...arrival, ...reach, ...request, ...match };
}

/** What the gate finds in a request, a line each: `breach schema /code must be string`. */
export function findingsIn(short: Short, strict = false): string[] {
  return judge(sentAs(short), strict).map(
    ({ level, rule, place, text }) => `${level} ${rule}: ${place} ${text}`,
  );
}
