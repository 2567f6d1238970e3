import { type Fault, type Patch, reading, sparing } from '../../fault.ts';
import { tokenText } from '../../http/bearer.ts';
import type { Call } from '../../operation.ts';
import { rowsOf } from '../row.ts';

const places = [
  { operation: 'checkout-preferences', prefix: 'preference', scheme: 'PRF-30', madeUp: 'PRF-11' },
  { operation: 'test-users', prefix: 'test-user', scheme: 'USR-30', madeUp: 'USR-13' },
  { operation: 'point-payment-intents', prefix: 'intent', scheme: 'PNT-20', madeUp: 'PNT-10' },
  { operation: 'wallet-agreements', prefix: 'agreement', scheme: 'WAL-20', madeUp: 'WAL-13' },
  { operation: 'instore-orders', prefix: 'order', scheme: 'ORD-20', madeUp: 'ORD-12' },
] as const;

/** Where else a token is looked for, and what else opens a protected operation. */
export const elsewhereFaults: readonly Fault[] = [
  ...places.flatMap(({ operation, prefix, scheme, madeUp }) => {
    const { row } = rowsOf(operation, prefix);
    return [
      row(scheme, 'token-in-query', 'The token may stand in the query.', taking(inQuery)),
      row(scheme, 'token-in-header', 'The token may stand in another header.', taking(inHeader)),
      row(scheme, 'token-in-cookie', 'The token may stand in a cookie.', taking(inCookie)),
      row(
        madeUp,
        'token-client-id',
        'A client_id is an access token too.',
        sparing('a token that was never issued', ({ world, ...call }) =>
          world.applications.has(tokenText({ world, ...call }) ?? ''),
        ),
      ),
      row(
        scheme,
        'token-before-comma',
        'A token counts up to its first comma.',
        reading((call) => withToken(call, /^Bearer ([^\s,]+),\S/.exec(`${call.headers.authorization}`)?.[1])),
      ),
      row(
        scheme,
        'token-before-word',
        'A word may stand behind the token.',
        reading((call) => withToken(call, /^Bearer ([^\s,]+) \S/.exec(`${call.headers.authorization}`)?.[1])),
      ),
      row(
        scheme,
        'token-in-list',
        'The first of two tokens counts.',
        reading((call) => withToken(call, /^Bearer ([^\s,]+),/.exec(`${call.headers.authorization}`)?.[1])),
      ),
    ];
  }),
];

function taking(find: (call: Call) => string | undefined): Patch {
  return reading((call) => (call.headers.authorization === undefined ? withToken(call, find(call)) : call));
}

function withToken(call: Call, token: string | undefined): Call {
  if (token === undefined) return call;
  return { ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } };
}

function inQuery({ query }: Call): string | undefined {
  return query.access_token?.toString();
}

function inHeader({ headers }: Call): string | undefined {
  return headers['x-access-token']?.toString();
}

function inCookie({ headers }: Call): string | undefined {
  return /access_token=([^;\s]+)/.exec(`${headers.cookie}`)?.[1];
}
