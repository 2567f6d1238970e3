import { type Fault, type Patch, saying, stumbling } from '../../fault.ts';
import type { JsonObject } from '../../http/json.ts';
import { type Call, textMember } from '../../operation.ts';
import { redirecting } from '../bodies.ts';
import { has, is } from '../found.ts';
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
