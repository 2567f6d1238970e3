import { type Fault, type Patch, sparing, stumbling } from '../fault.ts';
import { tokenText } from '../http/bearer.ts';
import type { Call, Operation } from '../operation.ts';
import { intentOf } from '../point-payment-intents.ts';
import { type Comparison, forgivingComparisons, looseComparisons } from './comparisons.ts';
import { rowsOf } from './row.ts';

const neverIssued = 'a token that was never issued';
const otherScheme = 'a scheme that is not Bearer';

/** A protected operation and the requirements that keep it (5). */
type Protected = {
  operation: Fault['operation'];
  prefix: string;
  madeUp: string;
  noToken: string;
  scheme: string;
};

const operations: readonly Protected[] = [
  {
    operation: 'checkout-preferences',
    prefix: 'preference',
    madeUp: 'PRF-11',
    noToken: 'PRF-10',
    scheme: 'PRF-30',
  },
  { operation: 'test-users', prefix: 'test-user', madeUp: 'USR-13', noToken: 'USR-12', scheme: 'USR-30' },
  {
    operation: 'point-payment-intents',
    prefix: 'intent',
    madeUp: 'PNT-10',
    noToken: 'PNT-15',
    scheme: 'PNT-20',
  },
  {
    operation: 'wallet-agreements',
    prefix: 'agreement',
    madeUp: 'WAL-13',
    noToken: 'WAL-12',
    scheme: 'WAL-20',
  },
  { operation: 'instore-orders', prefix: 'order', madeUp: 'ORD-12', noToken: 'ORD-15', scheme: 'ORD-20' },
];

// A bearer token has no blanks around it (RFC 6750, 2.1), nor any character outside ASCII.
const forgivingTokens = forgivingComparisons.filter(({ slug }) => slug === 'quoted' || slug === 'decoded');

const intents = rowsOf('point-payment-intents', 'intent').row;
const orders = rowsOf('instore-orders', 'order').row;

/** Access tokens and ids compared with too much goodwill. */
export const nearMissFaults: readonly Fault[] = [
  ...operations.flatMap(protectedFaults),
  ...looseComparisons.flatMap(({ slug, words, accepts }) => [
    intents('PNT-16', `device-${slug}`, `A device is known ${words}.`, devices(accepts)),
    orders('ORD-22', `pos-${slug}`, `A point of sale is known ${words}.`, positions(accepts)),
  ]),
  // The embedded provider's payment intents have UUIDs, which are the same in any case.
  ...looseComparisons
    .filter(({ slug }) => slug !== 'any-case')
    .map(({ slug, words, accepts }) =>
      intents('PNT-21', `id-${slug}`, `A payment intent is known ${words}.`, intentIds(accepts)),
    ),
  orders('ORD-10', 'digits-within', 'A user_id is a text with a digit in it.', userIds(/\d/)),
  orders('ORD-10', 'digits-behind', 'A user_id ends with a digit.', userIds(/\d$/)),
  orders('ORD-10', 'digits-and-signs', 'A user_id is digits and signs.', userIds(/^[\d,. -]+$/)),
  ...['me', 'null', 'true', 'NaN'].map((word) =>
    orders('ORD-10', `word-${word}`, `The word ${word} is a user_id.`, userIds(new RegExp(`^${word}$`))),
  ),
  orders('ORD-21', 'user-fails', 'A user_id with a line break fails.', stumbling(hasLineBreak)),
  orders('ORD-21', 'user-long', 'A user_id of a hundred digits fails.', stumbling(isLong)),
];

function protectedFaults({ operation, prefix, madeUp, noToken, scheme }: Protected): Fault[] {
  const { row } = rowsOf(operation, prefix);
  return [
    ...looseComparisons.map(({ slug, words, accepts }) =>
      row(madeUp, `token-${slug}`, `An access token is known ${words}.`, tokens(accepts)),
    ),
    ...forgivingTokens.map(({ slug, words, accepts }) =>
      row(scheme, `token-${slug}`, `An access token is known ${words}.`, tokens(accepts)),
    ),
    row(madeUp, 'token-typeless', 'An access token is known without its type.', tokens(isBehindType)),
    row(madeUp, 'token-other-type', 'An access token may be of the other type.', tokens(isOfOtherType)),
    row(madeUp, 'token-refresh', 'A refresh token is an access token too.', alsoTokens('refreshTokens')),
    row(madeUp, 'token-code', 'A code is an access token too.', alsoTokens('codes')),
    row(noToken, 'token-empty', 'The scheme Bearer alone is let in.', schemes(/^Bearer$/)),
    row(scheme, 'token-bare', 'A token without a scheme is let in.', schemes(/^(?!Bearer)\S+$/)),
    row(scheme, 'token-scheme-end', 'A scheme that ends with Bearer will do.', schemes(/^\S+Bearer /)),
    row(scheme, 'token-colon', 'A scheme that begins with Bearer will do.', schemes(/^Bearer\S+ /)),
  ];
}

function isBehindType(sent: string, right: string): boolean {
  return sent === right.replace(/^[^-]*-/, '');
}

function isOfOtherType(sent: string, right: string): boolean {
  return sent.startsWith('TEST-') && isBehindType(sent.slice('TEST-'.length), right);
}

function tokens(accepts: Comparison['accepts']): Patch {
  return sparing(neverIssued, (call) => {
    const sent = tokenText(call) ?? '';
    return [...call.world.accessTokens.keys()].some((right) => accepts(sent, right));
  });
}

function alsoTokens(others: 'refreshTokens' | 'codes'): Patch {
  return sparing(neverIssued, (call) => call.world[others].has(tokenText(call) ?? ''));
}

function schemes(form: RegExp): Patch {
  return sparing(otherScheme, ({ headers }) => form.test(headers.authorization?.toString() ?? ''));
}

function devices(accepts: Comparison['accepts']): Patch {
  return sparing("another device's payment intent", (call) =>
    accepts(call.path.deviceid ?? '', intentOf(call)?.deviceId ?? ''),
  );
}

function intentIds(accepts: Comparison['accepts']): Patch {
  return sparing('an unknown payment intent', ({ world, path }) =>
    [...world.intents.keys()].some((right) => accepts(path.paymentintentid ?? '', right)),
  );
}

// Shows only where an order that is not open is refused, so that rule comes with it.
function positions(accepts: Comparison['accepts']): Patch {
  return (sound: Operation) => {
    const named = ({ world, path }: Call) =>
      [...world.orders].filter(([key, { standing }]) => {
        const [user, pos]: [string, string] = JSON.parse(key);
        return standing === 'open' && user === path.user_id && accepts(path.external_pos_id ?? '', pos);
      });
    const fails = (call: Call) => named(call).length === 0;
    const check = { name: 'no such order', status: 404, code: 'order_not_found', fails };
    const perform = (call: Call) => {
      for (const [, order] of named(call)) order.standing = 'deleted';
      return undefined;
    };
    return { ...sound, checks: [...sound.checks, check], perform };
  };
}

function userIds(form: RegExp): Patch {
  return sparing('a user_id that is no number', ({ path }) => form.test(path.user_id ?? ''));
}

function hasLineBreak({ path }: Call): boolean {
  return path.user_id?.includes('\n') === true;
}

function isLong({ path }: Call): boolean {
  return (path.user_id?.length ?? 0) >= 100;
}
