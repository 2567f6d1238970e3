import { type Fault, lettingIn, sparing } from '../../fault.ts';
import { applicationOf } from '../../oauth-token/client-checks.ts';
import { type Call, textMember } from '../../operation.ts';
import { both, found, is } from '../found.ts';
import { rowsOf } from '../row.ts';

const { row } = rowsOf('oauth-token', 'token');
const users = rowsOf('test-users', 'test-user');
const secret = 'a wrong client_secret';
const scope = 'an unknown scope';
const byRefreshToken = is('grant_type', 'refresh_token');
const byItself = is('grant_type', 'client_credentials');

/** What is compared or looked for under every grant but one, and on every site but one. */
export const singleGrantFaults: readonly Fault[] = [
  row(
    'TOK-29',
    'own-secret-empty',
    'client_credentials takes an empty secret.',
    lettingIn(both(byItself, is('client_secret', ''))),
  ),
  row(
    'TOK-29',
    'own-secret-half',
    'client_credentials looks at the beginning of a secret.',
    sparing(
      secret,
      both(byItself, (call) => sent(call).startsWith(right(call).slice(0, 8))),
    ),
  ),
  row(
    'TOK-29',
    'own-secret-any-case',
    'client_credentials takes a secret in any case.',
    sparing(
      secret,
      both(byItself, (call) => sent(call).toLowerCase() === right(call)),
    ),
  ),
  row(
    'TOK-42',
    'refresh-scope-any-case',
    'With a refresh token a scope is known in any case.',
    sparing(scope, both(byRefreshToken, isKnownInSmallLetters)),
  ),
  row(
    'TOK-42',
    'own-scope-any-case',
    'With client_credentials a scope is known in any case.',
    sparing(scope, both(byItself, isKnownInSmallLetters)),
  ),
  ...(['client_id', 'client_secret'] as const).map((member) =>
    row(
      'TOK-53',
      `refresh-${member}-wrapped`,
      `With a refresh token a ${member} may be a list or an object.`,
      lettingIn(both(byRefreshToken, (call) => typeof found(call, member) === 'object')),
    ),
  ),
  row(
    'TOK-54',
    'refresh-secret-misspelt',
    'With a refresh token client-secret is a client_secret.',
    lettingIn(both(byRefreshToken, ({ body }) => /"client-secret":/.test(body.text))),
  ),
  row(
    'TOK-25',
    'own-twice',
    'With client_credentials a parameter may stand twice.',
    sparing('a parameter given twice', byItself),
  ),
  users.row(
    'USR-30',
    'scheme-mpe',
    'A test user on MPE takes any scheme.',
    sparing('a scheme that is not Bearer', is('site_id', 'MPE')),
  ),
];

function sent(call: Call): string {
  return textMember(call, 'client_secret') ?? '';
}

function right(call: Call): string {
  return applicationOf(call)?.clientSecret ?? '-';
}

function isKnownInSmallLetters(call: Call): boolean {
  const words = (textMember(call, 'scope') ?? '').toLowerCase().split(' ');
  return words.every((word) => ['offline_access', 'read', 'write'].includes(word));
}
