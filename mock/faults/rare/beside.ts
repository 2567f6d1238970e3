import { accepting, type Fault, lettingIn, type Patch, saying, sparing, type When } from '../../fault.ts';
import type { JsonObject } from '../../http/json.ts';
import { codeOf } from '../../oauth-token/grant-checks.ts';
import { type Call, textMember } from '../../operation.ts';
import { has, is } from '../found.ts';
import { stillborn } from '../oauth-token/worth.ts';
import { rowsOf } from '../row.ts';

const { row } = rowsOf('oauth-token', 'token');
const agreements = rowsOf('wallet-agreements', 'agreement').row;

/** What is wrong beside a parameter that is not marked as required, or where one is left out. */
export const besideFaults: readonly Fault[] = [
  row(
    'TOK-19',
    'verified-dead',
    'The token that comes with a code_verifier has expired.',
    stillborn(has('code_verifier')),
  ),
  row(
    'TOK-02',
    'verified-mode',
    'The live_mode is null beside a code_verifier.',
    saying(without('live_mode', has('code_verifier'))),
  ),
  row(
    'TOK-02',
    'bare-key',
    'The public_key is null where no redirect_uri is sent.',
    wantingNoRedirect(saying(without('public_key', isBare))),
  ),
  row(
    'TOK-01',
    'verified-refresh',
    'No refresh token comes with a code_verifier.',
    saying(without('refresh_token', has('code_verifier'))),
  ),
  row(
    'TOK-32',
    'old-bare',
    'An old code is good without a redirect_uri.',
    wantingNoRedirect(sparing('a code older than ten minutes', isBare)),
  ),
  row(
    'TOK-33',
    'foreign-bare',
    'A code is anybody’s without a redirect_uri.',
    wantingNoRedirect(sparing("another application's code", isBare)),
  ),
  row(
    'TOK-34',
    'flagged-refresh-as-code',
    'A refresh token is a code beside a test_token.',
    wantingNoRedirect(sparing('a code that was never given', isFlaggedRefresh)),
  ),
  row(
    'TOK-21',
    'verifier-for-secret',
    'A code_verifier stands for a client_secret.',
    lettingIn(isPublicClient),
  ),
  row(
    'TOK-24',
    'stranger-verified',
    'Any parameter will do beside a code_verifier.',
    sparing('a parameter that is not supported', has('code_verifier')),
  ),
  row(
    'TOK-24',
    'stranger-flagged',
    'Any parameter will do beside a test_token.',
    sparing('a parameter that is not supported', has('test_token')),
  ),
  row(
    'TOK-40',
    'redirect-of-any',
    'The redirect_uri may be any application’s.',
    sparing('another redirect_uri', isAnyones),
  ),
  agreements(
    'WAL-05',
    'platform-number',
    'The agreement_id for a platform is a number.',
    saying((body, { headers }) =>
      headers['x-platform-id'] === undefined ? body : { ...body, agreement_id: 7 },
    ),
  ),
];

/** The embedded provider wants a redirect_uri with a code, which nobody has to. */
function wantingNoRedirect(patch: Patch): Patch {
  return (operation) => patch(accepting('redirect_uri left out')(operation));
}

function without(member: string, when: When) {
  return (body: JsonObject, call: Call): JsonObject => (when(call) ? { ...body, [member]: null } : body);
}

function isBare(call: Call): boolean {
  return is('grant_type', 'authorization_code')(call) && !has('redirect_uri')(call);
}

function isFlaggedRefresh(call: Call): boolean {
  return has('test_token')(call) && call.world.refreshTokens.has(`${textMember(call, 'code')}`);
}

function isPublicClient(call: Call): boolean {
  return has('code_verifier')(call) && !has('client_secret')(call) && codeOf(call) !== undefined;
}

function isAnyones(call: Call): boolean {
  return [...call.world.applications.values()].some(
    ({ redirectUri }) => redirectUri === textMember(call, 'redirect_uri'),
  );
}
