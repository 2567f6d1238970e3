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
interface Condition {
  readonly name: string;
  readonly id: `TOK-${number}`;
  readonly grant: GrantType;
  readonly state: State;
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

/** Holds what is wrong under whichever grant. */
const ofAny = [byCode, byRefreshToken, byItself].flatMap(
  (by) =>
    [
      { name: `a made-up client_id with ${by.grant}`, id: 'TOK-28', ...by, spoil: madeUpIn('client_id') },
      {
        name: `a made-up client_secret with ${by.grant}`,
        id: 'TOK-29',
        ...by,
        spoil: by === byItself ? almostRight('client_secret') : madeUpIn('client_secret'),
      },
      {
        name: `an unknown scope with ${by.grant}`,
        id: 'TOK-42',
        ...by,
        spoil: by === byItself ? almostScope : setting('scope', seededWord('scope')),
      },
      { name: `another's client_secret with ${by.grant}`, id: 'TOK-29', ...by, spoil: withSecretOfAnother },
    ] as const,
);

/** The conditions of 7 that can be met by any client, in every grant that they touch. */
export const conditions = [
  ...ofAny,
  { name: 'a made-up code', id: 'TOK-31', ...byCode, spoil: madeUpIn('code') },
  {
    name: 'an old code',
    id: 'TOK-32',
    grant: 'authorization_code',
    state: 'an authorization code older than ten minutes',
  },
  { name: 'the code of another', id: 'TOK-33', ...byCode, spoil: asAnother },
  {
    name: 'the code of another, with its redirect_uri',
    id: 'TOK-33',
    ...byCode,
    spoil: async ({ redirect_uri, ...right }, given) => ({
      ...(await asAnother(right, given)),
      ...(redirect_uri === undefined ? {} : { redirect_uri }),
    }),
  },
  {
    name: 'another redirect_uri',
    id: 'TOK-40',
    ...byCode,
    spoil: setting('redirect_uri', `https://${seededWord('host')}.example/`),
  },
  { name: 'a made-up refresh token', id: 'TOK-36', ...byRefreshToken, spoil: madeUpIn('refresh_token') },
  { name: 'the refresh token of another', id: 'TOK-39', ...byRefreshToken, spoil: asAnother },
  { name: 'a code as a refresh token', id: 'TOK-35', ...byRefreshToken, spoil: withCode },
  { name: 'a revoked refresh token', id: 'TOK-37', grant: 'refresh_token', state: unusable['TOK-37'] },
  { name: 'an expired refresh token', id: 'TOK-38', grant: 'refresh_token', state: unusable['TOK-38'] },
  { name: "another user's refresh token", id: 'TOK-43', grant: 'refresh_token', state: unusable['TOK-43'] },
  { name: 'a withdrawn grant', id: 'TOK-44', grant: 'refresh_token', state: unusable['TOK-44'] },
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
