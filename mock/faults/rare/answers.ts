import { type Fault, saying, sendingRefusal, sendingSuccess, sparing, type When } from '../../fault.ts';
import type { JsonObject } from '../../http/json.ts';
import { type Call, textMember } from '../../operation.ts';
import { is } from '../found.ts';
import { rowsOf } from '../row.ts';

const { row } = rowsOf('oauth-token', 'token');
const own = is('grant_type', 'client_credentials');
const byCode = is('grant_type', 'authorization_code');

/** Answers of the token operation that are wrong for some of the requests alone. */
export const rareAnswerFaults: readonly Fault[] = [
  row(
    'TOK-03',
    'own-opaque',
    'The token for client_credentials is opaque.',
    renamingToken(own, () => 'abcdef'),
  ),
  row(
    'TOK-03',
    'own-dateless',
    'The token for client_credentials has no date.',
    renamingToken(own, (token) => token.replace(/-\d{6}-/, '-')),
  ),
  row(
    'TOK-11',
    'own-life-text',
    'The lifetime of client_credentials is text.',
    when(own, { expires_in: '60' }),
  ),
  row(
    'TOK-45',
    'limit-not-for-codes',
    'The rate of exchanged codes is not limited.',
    sparing('too many requests of this application', byCode),
  ),
  row(
    'TOK-45',
    'limit-not-for-own',
    'The rate of client_credentials is not limited.',
    sparing('too many requests of this application', own),
  ),
  row(
    'TOK-29',
    'codes-in-spanish',
    'The codes are translated where Spanish is asked for.',
    sendingRefusal((wire, { headers }) =>
      `${headers['accept-language']}`.startsWith('es')
        ? { ...wire, text: wire.text.replace('invalid_client', 'cliente_invalido') }
        : wire,
    ),
  ),
  row(
    'TOK-14',
    'renewal-html-type',
    'A renewal is sent as text/html.',
    sendingSuccess((wire, call) =>
      is('grant_type', 'refresh_token')(call)
        ? { ...wire, headers: { ...wire.headers, 'Content-Type': 'text/html' } }
        : wire,
    ),
  ),
  row(
    'TOK-57',
    'success-repeats-secret',
    'A token response repeats the client_secret.',
    saying((body, call) => ({ ...body, client_secret: textMember(call, 'client_secret') ?? '' })),
  ),
  row('TOK-01', 'given-refresh-empty', 'The refresh token is empty.', when(byCode, { refresh_token: '' })),
  row(
    'TOK-18',
    'same-refresh',
    'All exchanges give one refresh token.',
    saying((body) => ({ ...body, refresh_token: 'TG-always' })),
  ),
];

function when(matters: When, change: JsonObject) {
  return saying((body, call) => (matters(call) ? { ...body, ...change } : body));
}

/** The text of some access tokens changed, which are known by their new text. */
function renamingToken(matters: When, change: (token: string) => string) {
  return saying((body, call: Call) => {
    const text = `${body.access_token}`;
    const token = call.world.accessTokens.get(text);
    if (!matters(call) || !token) return body;
    call.world.accessTokens.set(change(text), token);
    return { ...body, access_token: change(text) };
  });
}
