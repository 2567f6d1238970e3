import { type Fault, saying, sendingSuccess, type When } from '../fault.ts';
import type { JsonObject } from '../http/json.ts';
import { type Call, textMember } from '../operation.ts';
import type { World } from '../world/world.ts';
import { has, hasCharset, hasLines, is } from './found.ts';
import { rowsOf } from './row.ts';

const { row } = rowsOf('oauth-token', 'token-issued');
const ownClient = is('grant_type', 'client_credentials');

/** Answers that are right in the plain request and wrong in a legal context, or from some renewal on. */
export const issuedFaults: readonly Fault[] = [
  wrong('TOK-02', 'user-scoped', 'The user_id is text where a scope is asked for.', has('scope'), {
    user_id: '12345',
  }),
  wrong('TOK-02', 'key-charset', 'The public_key is null where the media type has a charset.', hasCharset, {
    public_key: null,
  }),
  wrong('TOK-04', 'type-scoped', 'The token_type is Bearer where a scope is asked for.', has('scope'), {
    token_type: 'Bearer',
  }),
  wrong('TOK-05', 'hour-flagged', 'A token lives an hour beside a test_token.', has('test_token'), {
    expires_in: 3600,
  }),
  wrong('TOK-06', 'scope-lines', 'The scopes have commas where the request has lines.', hasLines, {
    scope: 'read,write',
  }),
  wrong('TOK-11', 'own-scoped', 'The user_id is null for client_credentials with a scope.', ownScoped, {
    user_id: null,
  }),
  later(
    'TOK-03',
    'token-second',
    'The access token of a second renewal has no date.',
    2,
    ({ access_token }) => ({
      access_token: `${access_token}`.replace(/\d{6}/, ''),
    }),
  ),
  later('TOK-04', 'type-third', 'The token_type of a third renewal is mac.', 3, () => ({
    token_type: 'mac',
  })),
  later('TOK-05', 'life-third', 'A token of a third renewal lives a second less.', 3, () => ({
    expires_in: 15_551_999,
  })),
  later('TOK-06', 'scope-fourth', 'A fourth renewal gives a scope that does not exist.', 4, () => ({
    scope: 'read write admin',
  })),
  later('TOK-09', 'mode-second', 'The live_mode of a second renewal is text.', 2, () => ({
    live_mode: 'false',
  })),
  later('TOK-09', 'refresh-third', 'The refresh token of a third renewal is null.', 3, () => ({
    refresh_token: null,
  })),
  row(
    'TOK-14',
    'plain-charset',
    'The answer is text/plain where the media type of the request has a charset.',
    sendingSuccess((wire, call) =>
      hasCharset(call) ? { ...wire, headers: { ...wire.headers, 'Content-Type': 'text/plain' } } : wire,
    ),
  ),
];

function wrong(breaks: string, slug: string, sentence: string, when: When, change: JsonObject): Fault {
  return row(
    breaks,
    slug,
    sentence,
    saying((body, call) => (when(call) ? { ...body, ...change } : body)),
  );
}

/** From the n-th renewal on that a user has. */
function later(
  breaks: string,
  slug: string,
  sentence: string,
  from: number,
  change: (body: JsonObject) => JsonObject,
): Fault {
  const counts = new WeakMap<World, Map<string, number>>();
  const patch = saying((body, call) => {
    if (textMember(call, 'grant_type') !== 'refresh_token') return body;
    const known = counts.get(call.world) ?? new Map<string, number>();
    const times = (known.get(`${body.user_id}`) ?? 0) + 1;
    counts.set(call.world, known.set(`${body.user_id}`, times));
    return times < from ? body : { ...body, ...change(body) };
  });
  return row(breaks, slug, sentence, patch);
}

function ownScoped(call: Call): boolean {
  return ownClient(call) && has('scope')(call);
}
