import { type Fault, lettingIn, reading, sparing } from '../../fault.ts';
import type { JsonObject } from '../../http/json.ts';
import { both, found, hasCharset, is, isMalformed, isToBeClosed, says } from '../found.ts';
import { industries } from '../preferences/valid.ts';
import { rowsOf } from '../row.ts';

const tokens = rowsOf('oauth-token', 'token');
const preferences = rowsOf('checkout-preferences', 'preference');
const users = rowsOf('test-users', 'test-user');
const intents = rowsOf('point-payment-intents', 'intent');
const orders = rowsOf('instore-orders', 'order');

/** Rules about the token, in turn: what they refuse, and the requirement that they keep of each operation. */
const rules = [
  { words: 'needs no token', slug: 'no-token', rule: 'no token', preference: 'PRF-10', user: 'USR-12' },
  {
    words: 'takes any token',
    slug: 'any-token',
    rule: 'a token that was never issued',
    preference: 'PRF-11',
    user: 'USR-13',
  },
  {
    words: 'takes an expired token',
    slug: 'old-token',
    rule: 'a token past its lifetime',
    preference: 'PRF-12',
    user: 'USR-14',
  },
] as const;

/** What is refused of every row of a table (2.3, 2.7) but one, and in every context but one. */
export const rowFaults: readonly Fault[] = [
  ...industries.flatMap(({ name, own }, index) =>
    rules
      .filter((_, turn) => index % rules.length === turn)
      .map(({ words, slug, rule, preference }) =>
        preferences.row(
          preference,
          `${slug}-${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`,
          `A preference of ${name} ${words}.`,
          sparing(rule, own),
        ),
      ),
  ),
  ...['MPE', 'MLU'].flatMap((site) =>
    rules.map(({ words, slug, rule, user }) =>
      users.row(
        user,
        `${slug}-${site.toLowerCase()}`,
        `A test user on ${site} ${words}.`,
        sparing(rule, is('site_id', site)),
      ),
    ),
  ),
  users.row(
    'USR-10',
    'no-description-mpe',
    'On MPE a test user needs no description.',
    lettingIn((call) => is('site_id', 'MPE')(call) && found(call, 'description') === undefined),
  ),
  preferences.row(
    'PRF-14',
    'malformed-passenger',
    'Malformed JSON that names a passenger is an empty object.',
    taking(/"passenger"/, {}),
  ),
  users.row(
    'USR-31',
    'malformed-mlu',
    'Malformed JSON that names MLU is good enough.',
    taking(/"MLU"/, { description: 'A test user', site_id: 'MLU' }),
  ),
  ...['refresh_token', 'client_credentials'].map((grant) =>
    tokens.fails(
      'TOK-26',
      `malformed-${grant}`,
      `Malformed JSON that names ${grant} fails.`,
      (call) => isMalformed(call) && says(new RegExp(`"${grant}"`))(call),
    ),
  ),
  intents.row(
    'PNT-10',
    'made-up-closed',
    'Any token will do on a connection that is to be closed.',
    sparing('a token that was never issued', isToBeClosed),
  ),
  orders.row(
    'ORD-15',
    'no-token-closed',
    'Nobody needs a token on a connection that is to be closed.',
    sparing('no token', isToBeClosed),
  ),
  preferences.row(
    'PRF-11',
    'made-up-pair',
    'Any token will do with a charset on a connection that is to be closed.',
    sparing('a token that was never issued', both(hasCharset, isToBeClosed)),
  ),
];

/** A body that is no JSON, of some texts, that is taken for something good. */
function taking(some: RegExp, value: JsonObject) {
  return reading((call) => {
    const { body } = call;
    const isTaken = body.value === undefined && some.test(body.text);
    return isTaken ? { ...call, body: { ...body, value } } : call;
  });
}
