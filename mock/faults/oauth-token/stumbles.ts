import { type Fault, lettingIn, type Patch, saying, sendingRefusal, stumbling } from '../../fault.ts';
import type { JsonObject } from '../../http/json.ts';
import type { Wire } from '../../http/wire.ts';
import { bodyMember, type Call, textMember } from '../../operation.ts';
import { inHtml, redirecting } from '../bodies.ts';
import { has, is, isList, isMalformed, isNo, says } from '../found.ts';
import { rowsOf } from '../row.ts';

const { row, fails, refuses } = rowsOf('oauth-token', 'token');
const own = is('grant_type', 'client_credentials');

/** Good requests that are refused or fail, and successes that give nothing. */
export const tokenStumbleFaults: readonly Fault[] = [
  fails('TOK-01', 'code-fails', 'Every exchange of a code fails.', is('grant_type', 'authorization_code')),
  row('TOK-01', 'found', 'A success is a redirection.', redirecting),
  row('TOK-02', 'wrapped', 'The answer stands in a member named data.', saying(wrapped)),
  fails('TOK-09', 'refresh-fails', 'Every refreshing fails.', is('grant_type', 'refresh_token')),
  fails('TOK-11', 'own-fails', 'client_credentials fails.', own),
  refuses('TOK-11', 'own-code', 'client_credentials is an invalid_request.', own),
  row('TOK-11', 'own-status', 'client_credentials is unsupported with 501.', unsupportedWith(501)),
  row('TOK-11', 'own-empty', 'client_credentials succeeds without a token.', saying(nothingOfItsOwn)),
  refuses('TOK-12', 'verifier-refused', 'A code_verifier is refused.', has('code_verifier')),
  fails('TOK-12', 'verifier-fails', 'A code_verifier makes the service fail.', has('code_verifier')),
  refuses('TOK-13', 'flag-refused', 'A test_token is refused.', has('test_token')),
  fails('TOK-13', 'flag-fails', 'The test_token false makes the service fail.', is('test_token', 'false')),
];

function unsupportedWith(status: number): Patch {
  return stumbling(own, status, 'unsupported_grant_type');
}

function wrapped(body: JsonObject): JsonObject {
  return { data: body };
}

function nothingOfItsOwn(body: JsonObject, call: Call): JsonObject {
  return textMember(call, 'grant_type') === 'client_credentials' ? {} : body;
}

/** Bad requests that fail inside the service, and refusals that give a secret away. */
export const tokenBadInputFaults: readonly Fault[] = [
  fails('TOK-26', 'empty-fails', 'An empty body makes the service fail.', isEmpty),
  row('TOK-26', 'malformed-let-in', 'Malformed JSON is answered with a token.', lettingIn(isMalformed)),
  row('TOK-27', 'list-let-in', 'A list is answered with a token.', lettingIn(isList)),
  fails('TOK-27', 'null-fails', 'The body null makes the service fail.', isNull),
  fails('TOK-27', 'list-fails', 'A list makes the service fail.', isList),
  row('TOK-29', 'secret-cut', 'The refusal of a wrong client_secret breaks off.', sendingRefusal(cutShort)),
  row('TOK-46', 'request-repeated', 'A refusal repeats the request.', repeating(wholeRequest)),
  row('TOK-46', 'secret-repeated', 'A refusal for a wrong secret repeats it.', repeating(secret)),
  row('TOK-46', 'secret-in-header', 'A refusal repeats the secret in a header.', sendingRefusal(inHeader)),
  fails('TOK-47', 'client-fails', 'A client_id that is no text fails.', isNo('client_id', 'string')),
  fails('TOK-47', 'secret-fails', 'A client_secret null fails.', is('client_secret', null)),
  fails('TOK-47', 'code-fails-typed', 'A code that is an object fails.', isObjectCode),
  fails('TOK-47', 'half-pair', 'Half a surrogate pair fails.', says(/\\ud[89ab][0-9a-f]{2}"/)),
  fails('TOK-47', 'flag-typed', 'A test_token that is no text fails.', isNo('test_token', 'string')),
  row('TOK-47', 'typed-html', 'A wrong type is refused in HTML.', inHtml(isNo('client_id', 'string'))),
];

function isEmpty({ body }: Call): boolean {
  return body.text === '';
}

function isNull({ body }: Call): boolean {
  return body.value === null;
}

function isObjectCode(call: Call): boolean {
  return typeof (bodyMember(call, 'code') ?? '') === 'object';
}

// Of one refusal only: a target that breaks off everywhere counts as out of reach.
function cutShort(wire: Wire): Wire {
  return wire.text.includes('invalid_client') ? { ...wire, sent: 9 } : wire;
}

function repeating(what: (call: Call) => string): Patch {
  return sendingRefusal((wire, call) => {
    const text = JSON.stringify({ ...JSON.parse(wire.text), received: what(call) });
    return { ...wire, text };
  });
}

function wholeRequest({ body }: Call): string {
  return body.text;
}

function secret(call: Call): string {
  return textMember(call, 'client_secret') ?? '';
}

function inHeader(wire: Wire, call: Call): Wire {
  return { ...wire, headers: { ...wire.headers, 'X-Received': encodeURIComponent(secret(call)) } };
}
