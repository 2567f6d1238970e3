import { accepting, refusing, sparing } from '../../fault.ts';
import { type Call, textMember } from '../../operation.ts';
import { intent, order, type Port, token, user } from './port.ts';

const conflictFails = refusing('a payment intent that cannot be cancelled now', { status: 500 });
const unknownRefreshToken = 'a refresh token that was never given';

/** Requests that are wrong and are let in, or refused otherwise than is listed. */
export const acceptances: readonly Port[] = [
  [
    'awx#7243',
    order,
    'ORD-15',
    'A request without credentials fails.',
    refusing('no token', { status: 500 }),
  ],
  ['awx#8305', intent, 'PNT-13', 'A cancellation after the approval of a step fails.', conflictFails],
  ['awx#9222', token, 'TOK-30', 'A modifier that is not supported fails.', failing('an unknown grant_type')],
  ['dolibarr#23415', user, 'USR-10', 'A required field may be missing.', accepting('description left out')],
  [
    'dolibarr#26066',
    user,
    'USR-15',
    'A user without the right is let in.',
    accepting('a token that may not create test users'),
  ],
  ['dolibarr#29424', token, 'TOK-36', 'What does not exist is no error.', accepting(unknownRefreshToken)],
  [
    'dolibarr#29439',
    token,
    'TOK-36',
    'A text is compared by LIKE, regardless of case.',
    sparing(unknownRefreshToken, isAlike),
  ],
  ['enviroCar-server#52', intent, 'PNT-13', 'A conflict fails.', conflictFails],
  [
    'kafka-rest#37',
    order,
    'ORD-10',
    'A listed refusal fails.',
    refusing('a user_id that is no number', { status: 500 }),
  ],
  ['podman#14208', intent, 'PNT-13', 'A conflict fails.', conflictFails],
  [
    'podman#15828',
    token,
    'TOK-31',
    'What does not exist is answered with success.',
    accepting('a code that was never given'),
  ],
  ['podman#17585', intent, 'PNT-13', 'A conflict fails.', conflictFails],
  [
    'podman#18424',
    token,
    'TOK-32',
    'What has ended is taken for running.',
    accepting('a code older than ten minutes'),
  ],
  ['podman#19368', intent, 'PNT-13', 'A conflict fails.', conflictFails],
  ['seaweedfs#4270', intent, 'PNT-13', 'A conflict fails.', conflictFails],
  ['seaweedfs#6497', order, 'ORD-11', 'An invalid name is accepted.', accepting('an empty external_pos_id')],
  [
    'ory/hydra#1800',
    token,
    'TOK-36',
    'An unknown refresh token is an invalid_request.',
    refusing(unknownRefreshToken, { code: 'invalid_request' }),
  ],
  [
    'oauthjs/node-oauth2-server#501',
    token,
    'TOK-39',
    'A refresh token is compared by a member that no client has.',
    accepting("another application's refresh token"),
  ],
  [
    'cloudflare/workers-oauth-provider#234',
    token,
    'TOK-38',
    'A refresh token at the end of its life fails.',
    failing('an expired refresh token'),
  ],
];

function failing(rule: string) {
  return refusing(rule, { status: 500, code: 'internal_error' });
}

function isAlike(call: Call): boolean {
  const sent = textMember(call, 'refresh_token')?.toLowerCase();
  return [...call.world.refreshTokens.keys()].some((right) => right.toLowerCase() === sent);
}
