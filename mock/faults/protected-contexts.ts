import { type Fault, sparing, type When } from '../fault.ts';
import { tokenText } from '../http/bearer.ts';
import { isObject } from '../http/json.ts';
import type { Call } from '../operation.ts';
import type { World } from '../world/world.ts';
import { hasCharset } from './found.ts';
import { rowsOf } from './row.ts';

/** A protected operation and the requirements that keep it (5). */
type Protected = {
  operation: Fault['operation'];
  prefix: string;
  noToken: string;
  madeUp: string;
  expired: string;
};

const withBody: readonly Protected[] = [
  {
    operation: 'checkout-preferences',
    prefix: 'preference',
    noToken: 'PRF-10',
    madeUp: 'PRF-11',
    expired: 'PRF-12',
  },
  { operation: 'test-users', prefix: 'test-user', noToken: 'USR-12', madeUp: 'USR-13', expired: 'USR-14' },
  {
    operation: 'wallet-agreements',
    prefix: 'agreement',
    noToken: 'WAL-12',
    madeUp: 'WAL-13',
    expired: 'WAL-14',
  },
];

const withoutBody: readonly Protected[] = [
  {
    operation: 'point-payment-intents',
    prefix: 'intent',
    noToken: 'PNT-15',
    madeUp: 'PNT-10',
    expired: 'PNT-11',
  },
  { operation: 'instore-orders', prefix: 'order', noToken: 'ORD-15', madeUp: 'ORD-12', expired: 'ORD-13' },
];

/** Rules about the token that are forgotten where something legal stands beside it, or when it comes again. */
export const protectedContextFaults: readonly Fault[] = [
  ...[...withBody, ...withoutBody].flatMap(({ operation, prefix, noToken, madeUp, expired }) => {
    const { row } = rowsOf(operation, prefix);
    return [
      row(
        madeUp,
        'made-up-again',
        'A made-up token is good the second time.',
        sparing('a token that was never issued', wasSeen()),
      ),
      row(noToken, 'no-token-again', 'Nobody needs a token the second time.', sparing('no token', wasSeen())),
      row(
        expired,
        'expired-accept',
        'An expired token is good where JSON is asked for.',
        sparing('a token past its lifetime', asksForJson),
      ),
    ];
  }),
  rowsOf('point-payment-intents', 'intent').row(
    'PNT-15',
    'no-token-sandbox',
    'In the sandbox nobody needs a token.',
    sparing('no token', inSandbox),
  ),
  rowsOf('point-payment-intents', 'intent').row(
    'PNT-10',
    'made-up-sandbox',
    'In the sandbox any token will do.',
    sparing('a token that was never issued', inSandbox),
  ),
  rowsOf('wallet-agreements', 'agreement').row(
    'WAL-14',
    'expired-platform',
    'A platform may use an expired token.',
    sparing('a token past its lifetime', ofPlatform),
  ),
  ...withBody
    .filter(({ operation }) => operation !== 'test-users') // where two members are required
    .map(({ operation, prefix, expired }) =>
      rowsOf(operation, prefix).row(
        expired,
        'expired-empty',
        'An expired token may send an empty object.',
        sparing('a token past its lifetime', isEmpty),
      ),
    ),
  ...withBody.map(({ operation, prefix, madeUp }) =>
    rowsOf(operation, prefix).row(
      madeUp,
      'made-up-charset',
      'A made-up token is good where the media type has a charset.',
      sparing('a token that was never issued', hasCharset),
    ),
  ),
];

function asksForJson({ headers }: Call): boolean {
  return headers.accept === 'application/json';
}

function inSandbox({ headers }: Call): boolean {
  return headers['x-test-scope'] !== undefined;
}

function ofPlatform({ headers }: Call): boolean {
  return headers['x-platform-id'] !== undefined;
}

function isEmpty({ body: { value } }: Call): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/** True of a token that came before. A rule may be asked of one request more than once. */
function wasSeen(): When {
  const first = new WeakMap<World, Map<string, Call['body']>>();
  return (call) => {
    const known = first.get(call.world) ?? new Map<string, Call['body']>();
    first.set(call.world, known);
    const token = tokenText(call) ?? '';
    if (!known.has(token)) known.set(token, call.body);
    return known.get(token) !== call.body;
  };
}
