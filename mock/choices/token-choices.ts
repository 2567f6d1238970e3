import type { Choice } from './choice.ts';

const composition = '2.2: rest of the composition of access_token';
const unmarked = '2.1: which of the unmarked fields are required';
const listedOnce = '2.1: client_credentials is listed in one variant only';
const reuse = '3: transitions of any resource';

/** Holds what the token operation may do as it likes. */
export const tokenChoices = [
  { name: 'tokenSeparator', places: [composition], alternatives: ['-', '_', ''] },
  {
    name: 'tokenTail',
    places: [composition],
    alternatives: ['hex and user', 'hex', 'letters', 'underscores'],
  },
  { name: 'tokenCreation', places: ['2.2: creation date without a zone'], alternatives: ['UTC', 'UTC-4'] },
  {
    name: 'scopes',
    places: ['2.2: rule that fixes the default scopes'],
    alternatives: ['offline_access read write', 'read write offline_access', 'write read', 'read'],
  },
  { name: 'refreshedToken', places: ['2.2', reuse], alternatives: ['rotated', 'the same', 'left out'] },
  { name: 'rotatedToken', places: [reuse], alternatives: ['revoked', 'still good'] },
  { name: 'codeUses', places: [reuse], alternatives: [1, 2] },
  {
    name: 'usedCode',
    places: [reuse, '7: order of the checks'],
    alternatives: ['invalid_grant', 'invalid_request first'],
  },
  {
    name: 'clientCredentials',
    places: [listedOnce],
    alternatives: ['offered', 'offered with a refresh token', 'unsupported'],
  },
  { name: 'ownLifetime', places: ['2.2: default lifetime'], alternatives: [15552000, 21600] },
  { name: 'redirectUri', places: [unmarked], alternatives: ['required', 'optional'] },
  { name: 'codeVerifier', places: [unmarked], alternatives: ['optional', 'any', 'of the challenge'] },
  {
    name: 'testTokenMember',
    places: [unmarked],
    alternatives: ['optional', 'required', 'required with a code', 'required with a refresh token'],
  },
  { name: 'redirectUriOnRefresh', places: [unmarked], alternatives: ['optional', 'required', 'refused'] },
  {
    name: 'testToken',
    places: ['2.1: test_token, a textual flag'],
    alternatives: ['a TEST token', 'nothing'],
  },
  { name: 'otherFlag', places: ['2.1: test_token, a textual flag'], alternatives: ['refused', 'accepted'] },
  {
    name: 'scopeParameter',
    places: ['2.1: scope is named in an error only'],
    alternatives: ['honoured', 'refused', 'honoured with a code'],
  },
  { name: 'emptyText', places: ['7: missing or invalid'], alternatives: ['missing', 'a value'] },
  {
    name: 'tokenCheckOrder',
    places: ['7: order of the checks'],
    alternatives: ['limit first', 'client first', 'grant before scope', 'grant type before client', 'grant first'],
  },
  { name: 'publicKey', places: ['2.2: public_key'], alternatives: ['typed', 'bare', 'long'] },
] as const satisfies readonly Choice[];
