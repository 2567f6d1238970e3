import { hasErrorCode } from '#api/errors';
import type { Exchange } from '#api/exchange';
import type { State } from '#api/states';
import type { Call } from '#assertions/call';
import type { Given } from '#assertions/given';
import { madeUp } from '#factories/near-miss';
import { otherTexts } from '#factories/near-misses/texts';
import { type GrantType, tokenRequest } from '#factories/token-request';
import { createCodeVerifier, seededWord } from '#run/made-up-values';

type Body = Record<string, string>;

/** Holds what is not marked (2.1), and may stand beside anything. */
export const unmarkedMembers = { code_verifier: createCodeVerifier(), test_token: 'false' };

/** A token request that is refused (7): the grant, the state it stands on, and what is wrong with it. */
export interface Condition {
  readonly name: string;
  readonly id: `TOK-${number}`;
  /** The codes with which it is rejected (7). */
  readonly codes: readonly string[];
  readonly grant: GrantType;
  readonly state: State;
  /** The listed status; default: 400. */
  readonly status?: number;
  readonly spoil?: Spoil;
}

/** Makes a request wrong; where it can be wrong in several ways, the number of its context says in which. */
type Spoil = (right: Body, given: Given, turn: number) => Body | Promise<Body>;

const byCode = { grant: 'authorization_code', state: 'an authorization code' } as const;
const byRefreshToken = { grant: 'refresh_token', state: 'a refresh token' } as const;
const byItself = { grant: 'client_credentials', state: 'an application' } as const;

const unusable = {
  'TOK-37': 'a revoked refresh token',
  'TOK-38': 'an expired refresh token',
  'TOK-43': 'a refresh token of another user',
  'TOK-44': 'a refresh token whose user withdrew the grant',
} as const;

/** A code or a refresh token belongs to another client than one that does not exist, too (7, row invalid_grant). */
const clientCodes = {
  authorization_code: ['invalid_client', 'invalid_grant'],
  refresh_token: ['invalid_client', 'invalid_grant'],
  client_credentials: ['invalid_client'],
} as const satisfies Record<GrantType, readonly string[]>;

/** Holds what is wrong under whichever grant. */
const ofAny = [byCode, byRefreshToken, byItself].flatMap(
  (by) =>
    [
      {
        name: `a made-up client_id with ${by.grant}`,
        id: 'TOK-28',
        codes: clientCodes[by.grant],
        ...by,
        spoil: madeUpIn('client_id'),
      },
      {
        name: `a made-up client_secret with ${by.grant}`,
        id: 'TOK-29',
        codes: by === byItself ? ['invalid_client', 'invalid_request'] : ['invalid_client'],
        ...by,
        spoil: by === byItself ? almostRight('client_secret') : madeUpIn('client_secret'),
      },
      {
        name: `an unknown scope with ${by.grant}`,
        id: 'TOK-42',
        codes: ['invalid_scope', 'invalid_request'],
        ...by,
        spoil: by === byItself ? almostScope : setting('scope', seededWord('scope')),
      },
      {
        name: `another's client_secret with ${by.grant}`,
        id: 'TOK-29',
        codes: ['invalid_client'],
        ...by,
        spoil: withSecretOfAnother,
      },
    ] as const,
);

/** The conditions of 7 that can be met by any client, in every grant that they touch. */
export const conditions = [
  ...ofAny,
  { name: 'a made-up code', id: 'TOK-31', codes: ['invalid_grant'], ...byCode, spoil: madeUpIn('code') },
  {
    name: 'an old code',
    id: 'TOK-32',
    codes: ['invalid_grant'],
    grant: 'authorization_code',
    state: 'an authorization code older than ten minutes',
  },
  { name: 'the code of another', id: 'TOK-33', codes: ['invalid_grant'], ...byCode, spoil: asAnother },
  {
    name: 'the code of another, with its redirect_uri',
    id: 'TOK-33',
    codes: ['invalid_grant'],
    ...byCode,
    spoil: async ({ redirect_uri, ...right }, given) => ({
      ...(await asAnother(right, given)),
      ...(redirect_uri === undefined ? {} : { redirect_uri }),
    }),
  },
  {
    name: 'another redirect_uri',
    id: 'TOK-40',
    codes: ['invalid_grant'],
    ...byCode,
    spoil: setting('redirect_uri', `https://${seededWord('host')}.example/`),
  },
  {
    name: 'a made-up refresh token',
    id: 'TOK-36',
    codes: ['invalid_grant'],
    ...byRefreshToken,
    spoil: madeUpIn('refresh_token'),
  },
  { name: 'the refresh token of another', id: 'TOK-39', codes: ['invalid_grant'], ...byRefreshToken, spoil: asAnother },
  { name: 'a code as a refresh token', id: 'TOK-35', codes: ['invalid_grant'], ...byRefreshToken, spoil: withCode },
  {
    name: 'a revoked refresh token',
    id: 'TOK-37',
    codes: ['invalid_grant'],
    grant: 'refresh_token',
    state: unusable['TOK-37'],
  },
  {
    name: 'an expired refresh token',
    id: 'TOK-38',
    codes: ['invalid_grant'],
    grant: 'refresh_token',
    state: unusable['TOK-38'],
  },
  {
    name: "another user's refresh token",
    id: 'TOK-43',
    codes: ['forbidden'],
    grant: 'refresh_token',
    state: unusable['TOK-43'],
  },
  {
    name: 'a withdrawn grant',
    id: 'TOK-44',
    codes: ['unauthorized_client'],
    grant: 'refresh_token',
    state: unusable['TOK-44'],
  },
  ...[byCode, byRefreshToken].flatMap(
    (by) =>
      [
        {
          name: `a parameter that does not exist with ${by.grant}`,
          id: 'TOK-24',
          codes: ['invalid_request'],
          ...by,
          spoil: setting(seededWord('parameter'), seededWord('value')),
        },
        {
          name: `a grant_type that does not exist with ${by.grant}`,
          id: 'TOK-30',
          codes: ['unsupported_grant_type', 'invalid_request'],
          ...by,
          spoil: setting('grant_type', seededWord('grant type')),
        },
        {
          name: `too many requests with ${by.grant}`,
          id: 'TOK-45',
          codes: ['local_rate_limited'],
          status: 429,
          ...by,
          spoil: asLimited,
        },
      ] as const,
  ),
  { name: 'no client_id', id: 'TOK-20', codes: ['invalid_request'], ...byCode, spoil: lacking('client_id') },
  {
    name: 'no client_secret',
    id: 'TOK-21',
    codes: ['invalid_request'],
    ...byRefreshToken,
    spoil: lacking('client_secret'),
  },
  { name: 'no grant_type', id: 'TOK-22', codes: ['invalid_request'], ...byRefreshToken, spoil: lacking('grant_type') },
  { name: 'no code', id: 'TOK-23', codes: ['invalid_request'], ...byCode, spoil: lacking('code') },
] as const satisfies readonly Condition[];

/** The body of a request under a condition. */
export async function bodyOf({ grant, state, spoil }: Condition, given: Given, turn = 0): Promise<Body> {
  const right = tokenRequest(grant, await given(state));
  return spoil ? spoil(right, given, turn) : right;
}

/** Returns what the other grants have tests of their own for: made up, empty, and what compares as the right one to who is lenient. */
function almostRight(member: string): Spoil {
  const ways: readonly ((right: string) => string)[] = [
    madeUp,
    () => '',
    ...otherTexts.filter(({ main }) => main).map(({ of }) => of),
  ];
  return (right, _, turn) => {
    const value = right[member] ?? '';
    const wrong = ways[turn % ways.length]?.(value) ?? value;
    return { ...right, [member]: wrong === value ? madeUp(value) : wrong };
  };
}

function almostScope(right: Body, _: Given, turn: number): Body {
  const scopes = [seededWord('scope'), 'READ', 'reads', '*', `read ${seededWord('scope')}`];
  return { ...right, scope: scopes[turn % scopes.length] ?? seededWord('scope') };
}

function madeUpIn(member: string) {
  return (right: Body): Body => ({ ...right, [member]: madeUp(right[member] ?? '') });
}

function setting(member: string, value: string) {
  return (right: Body): Body => ({ ...right, [member]: value });
}

function lacking(member: string) {
  return ({ [member]: _, ...right }: Body): Body => right;
}

async function asLimited(right: Body, given: Given): Promise<Body> {
  const { client_id, client_secret, redirect_uri = '' } = await given('an application over its rate limit');
  return { ...right, client_id, client_secret, ...(redirect_uri === '' ? {} : { redirect_uri }) };
}

async function withSecretOfAnother(right: Body, given: Given): Promise<Body> {
  const { client_secret } = await given('another application');
  return { ...right, client_secret };
}

async function asAnother(right: Body, given: Given): Promise<Body> {
  const { redirect_uri, ...other } = await given('another application');
  return right.redirect_uri === undefined ? { ...right, ...other } : { ...right, ...other, redirect_uri };
}

async function withCode(right: Body, given: Given): Promise<Body> {
  const { code, client_id, client_secret } = await given('an authorization code');
  return { ...right, client_id, client_secret, refresh_token: code };
}

/**
 * The codes that a client_id of no one earns beside a code or refresh token: that belongs to another client too (7, row
 * invalid_grant), and which of the two is looked at first is not shown. Who tells a made-up code before a wrong secret
 * looks at the code first; who does not names the client.
 */
export async function codesOfUnknownClient(call: Call, right: Body, refused: Exchange): Promise<string[]> {
  if (!hasErrorCode(refused, 'invalid_grant')) return ['invalid_client'];
  const isCodeFirst = hasErrorCode(await call('oauth-token', { body: bothMadeUp(right) }), 'invalid_grant');
  return isCodeFirst ? ['invalid_client', 'invalid_grant'] : ['invalid_client'];
}

/** A request of a client that is known with a secret that is not its own, and with a code that was never given. */
function bothMadeUp(right: Body): Body {
  const presented = ['client_secret', 'code', 'refresh_token'].filter((name) => right[name] !== undefined);
  return { ...right, ...Object.fromEntries(presented.map((name) => [name, madeUp(right[name] ?? '')])) };
}
