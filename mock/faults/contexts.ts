import { type Fault, lettingIn, sparing, stumbling, type When } from '../fault.ts';
import { type Call, textMember } from '../operation.ts';
import type { World } from '../world/world.ts';
import { has, hasCharset, hasLines, is, isToBeClosed } from './found.ts';
import { rowsOf } from './row.ts';

const { row } = rowsOf('oauth-token', 'token');

const rules = [
  { breaks: 'TOK-28', slug: 'client', rule: 'an unknown client_id' },
  { breaks: 'TOK-29', slug: 'secret', rule: 'a wrong client_secret' },
  { breaks: 'TOK-31', slug: 'code', rule: 'a code that was never given' },
  { breaks: 'TOK-32', slug: 'old-code', rule: 'a code older than ten minutes' },
  { breaks: 'TOK-33', slug: 'foreign-code', rule: "another application's code" },
  { breaks: 'TOK-36', slug: 'refresh', rule: 'a refresh token that was never given' },
  { breaks: 'TOK-37', slug: 'revoked', rule: 'a revoked refresh token' },
  { breaks: 'TOK-39', slug: 'foreign-refresh', rule: "another application's refresh token" },
  { breaks: 'TOK-44', slug: 'withdrawn', rule: 'no grant with the user' },
] as const;

const contexts: readonly { slug: string; words: string; when: When }[] = [
  { slug: 'scoped', words: 'where a scope is asked for', when: has('scope') },
  { slug: 'flagged', words: 'beside a test_token', when: has('test_token') },
  { slug: 'verified', words: 'beside a code_verifier', when: has('code_verifier') },
  { slug: 'charset', words: 'where the media type has a charset', when: hasCharset },
  { slug: 'closed', words: 'on a connection that is to be closed', when: isToBeClosed },
  { slug: 'escaped', words: 'where its JSON has escapes', when: hasEscapes },
  { slug: 'again', words: 'when it is sent again', when: wasSent() },
];

/** Rules that overlook what they refuse where something legal stands beside it, or how it is sent. */
export const contextFaults: readonly Fault[] = [
  ...rules.flatMap(({ breaks, slug, rule }) =>
    contexts.map(({ slug: where, words, when }) =>
      row(breaks, `${slug}-${where}`, `The rule about ${rule} is forgotten ${words}.`, sparing(rule, when)),
    ),
  ),
  row('TOK-28', 'let-in-charset', 'Whatever comes with a charset is let in.', lettingIn(hasCharset)),
  ...(['client_credentials', 'refresh_token'] as const).flatMap((grant) => [
    row(
      'TOK-29',
      `secret-by-${grant}`,
      `Any secret will do with ${grant}.`,
      spared(grant, 'a wrong client_secret'),
    ),
    row('TOK-42', `scope-by-${grant}`, `Any scope will do with ${grant}.`, spared(grant, 'an unknown scope')),
  ]),
  row(
    'TOK-28',
    'client-by-client_credentials',
    'Any client_id will do with client_credentials.',
    spared('client_credentials', 'an unknown client_id'),
  ),
  row(
    'TOK-16',
    'escapes-refused',
    'JSON with escapes is refused.',
    stumbling(hasEscapes, 400, 'invalid_request'),
  ),
  row('TOK-16', 'lines-refused', 'JSON in lines is refused.', stumbling(hasLines, 400, 'invalid_request')),
  row(
    'TOK-16',
    'order-refused',
    'The grant_type has to come first.',
    stumbling(endsWithGrant, 400, 'invalid_request'),
  ),
];

function spared(grant: string, rule: string) {
  return sparing(rule, is('grant_type', grant));
}

/** True of a request that came before, as it stands. A rule may be asked of one request more than once. */
function wasSent(): When {
  const first = new WeakMap<World, Map<string, Call['body']>>();
  return ({ world, body }) => {
    const known = first.get(world) ?? new Map<string, Call['body']>();
    first.set(world, known);
    if (!known.has(body.text)) known.set(body.text, body);
    return known.get(body.text) !== body;
  };
}

function hasEscapes({ body }: Call): boolean {
  return /\\u00/.test(body.text);
}

function endsWithGrant(call: Call): boolean {
  return call.body.text.endsWith(`"grant_type":"${textMember(call, 'grant_type')}"}`);
}
