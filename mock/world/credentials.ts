import { randomUUID } from 'node:crypto';
import type { Variation } from '../variations.ts';
import { freshClientId, freshHex, freshNumber } from './identifiers.ts';
import type { AccessToken, Application, Code, RefreshToken, World } from './world.ts';

const fourHours = 4 * 3600 * 1000;

/** The default lifetime of an access token in seconds (2.2, 8). */
export const lifetime = 15_552_000;

/** Registers an application with its own redirect URI. */
export function addApplication(world: World, choices: Variation, limited = false): Application {
  const clientId = freshClientId(world, choices);
  const redirectUri = `https://seller.example/callback/${freshNumber(world)}?shop=1`;
  const application = {
    clientId,
    clientSecret: secrets[choices.clientSecrets](),
    redirectUri,
    ownerId: freshNumber(world),
    limited,
  };
  world.applications.set(clientId, application);
  return application;
}

/** Issues an authorization code for an application, with the given age in seconds. */
export function addCode(world: World, choices: Variation, clientId: string, secondsAgo = 0, verifier?: string): string {
  const code = codes[choices.codes](world);
  const entry: Code = {
    clientId,
    userId: freshNumber(world),
    issuedAt: Date.now() - secondsAgo * 1000,
    uses: 0,
    ...(verifier === undefined ? {} : { verifier }),
  };
  world.codes.set(code, entry);
  return code;
}

/** Issues a refresh token. */
export function addRefreshToken(world: World, choices: Variation, token: RefreshToken): string {
  const text = refreshTokens[choices.refreshTokens](token.userId);
  world.refreshTokens.set(text, token);
  return text;
}

/** Issues an access token with its text composed as in 2.2. */
export function addAccessToken(world: World, choices: Variation, token: AccessToken): string {
  const tail = tails[choices.tokenTail](token.userId);
  const text = [token.type, token.clientId, writeCreation(choices), tail].join(choices.tokenSeparator);
  world.accessTokens.set(text, token);
  return text;
}

function writeCreation(choices: Variation): string {
  const iso = new Date(Date.now() - (choices.tokenCreation === 'UTC' ? 0 : fourHours)).toISOString();
  return `${iso.slice(5, 7)}${iso.slice(8, 10)}${iso.slice(11, 13)}`;
}

const secrets = { hex: freshHex, 'with signs': () => `${freshHex()}!#$%&*+/=?^~` };

const codes = {
  prefixed: (world: World) => `TG-${freshHex()}-${freshNumber(world)}`,
  short: (world: World) => `${freshNumber(world).toString(36)}${freshHex().slice(0, 6)}`,
  'with signs': () => `${freshHex()}.~_-+/=%7E`,
  long: () => [freshHex(), freshHex(), freshHex()].join('.').repeat(4),
};

const refreshTokens = {
  prefixed: (userId: number) => `TG-${freshHex()}-${userId}`,
  uuid: () => randomUUID(),
  'with signs': () => `1//${freshHex()}+/_-.~==`,
};

const tails = {
  'hex and user': (userId: number) => `${freshHex()}-${userId}`,
  hex: () => freshHex(),
  letters: () => freshHex().replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit))),
  signs: () => `${freshHex()}~+/.=`,
  underscores: (userId: number) => `__${freshHex()}__${userId}`,
};
