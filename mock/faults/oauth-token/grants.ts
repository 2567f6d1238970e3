import { type Fault, type Patch, sparing, type When } from '../../fault.ts';
import { codeOf } from '../../oauth-token/grant-checks.ts';
import { type Call, textMember } from '../../operation.ts';
import { rowsOf } from '../row.ts';

const { row } = rowsOf('oauth-token', 'token');
const anHour = 3600 * 1000;
const scopes = ['offline_access', 'read', 'write'];

const repeats = overlooks('a parameter given twice');
const grantTypes = overlooks('an unknown grant_type');
const oldCodes = overlooks('a code older than ten minutes');
const unknownCodes = overlooks('a code that was never given');
const unknownRefreshTokens = overlooks('a refresh token that was never given');
const unknownScopes = overlooks('an unknown scope');

/** What is asked for, and the code or token that is presented, looked at too kindly. */
export const tokenGrantFaults: readonly Fault[] = [
  row('TOK-25', 'twice-one-name', 'Only client_id is looked for twice.', repeats(isOneClientId)),
  row('TOK-30', 'grant-any-case', 'A grant_type is read regardless of case.', grantTypes(isInCapitals)),
  row('TOK-30', 'grant-longer', 'A grant_type is read by its beginning.', grantTypes(isLonger)),
  row('TOK-32', 'code-an-hour', 'A code is valid for an hour.', oldCodes(isOfThisHour)),
  row('TOK-34', 'refresh-as-code', 'A refresh token is a code too.', unknownCodes(isRefreshToken)),
  row('TOK-35', 'code-as-refresh', 'A code is a refresh token too.', unknownRefreshTokens(isCode)),
  row('TOK-42', 'scope-one-known', 'One known scope among others suffices.', unknownScopes(hasKnownScope)),
  row(
    'TOK-42',
    'scope-refresh',
    'A scope beside a refresh token is not looked at.',
    unknownScopes(isRefresh),
  ),
  row('TOK-42', 'scope-alone', 'A scope that stands alone is not looked at.', unknownScopes(isOneScope)),
];

function overlooks(rule: string): (spared: When) => Patch {
  return (spared) => sparing(rule, spared);
}

function isOneClientId({ body }: Call): boolean {
  return [...body.text.matchAll(/"client_id"\s*:/g)].length < 2;
}

function isInCapitals(call: Call): boolean {
  return textMember(call, 'grant_type') === 'AUTHORIZATION_CODE';
}

function isLonger(call: Call): boolean {
  return textMember(call, 'grant_type')?.startsWith('authorization_code') === true;
}

function isOfThisHour(call: Call): boolean {
  return Date.now() - (codeOf(call)?.issuedAt ?? 0) < anHour;
}

function isRefreshToken(call: Call): boolean {
  return call.world.refreshTokens.has(textMember(call, 'code') ?? '');
}

function isCode(call: Call): boolean {
  return call.world.codes.has(textMember(call, 'refresh_token') ?? '');
}

function hasKnownScope(call: Call): boolean {
  return scopesOf(call).some((word) => scopes.includes(word));
}

function isOneScope(call: Call): boolean {
  return scopesOf(call).length === 1;
}

function isRefresh(call: Call): boolean {
  return textMember(call, 'grant_type') === 'refresh_token';
}

function scopesOf(call: Call): string[] {
  return textMember(call, 'scope')?.split(' ') ?? [];
}
