import { randomInt } from 'node:crypto';

export type Application = {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** The user whose resources client_credentials reaches. */
  ownerId: number;
  limited: boolean;
};

export type Code = { clientId: string; userId: number; issuedAt: number; uses: number; verifier?: string };

export type RefreshToken = {
  clientId: string;
  userId: number;
  standing: 'good' | 'revoked' | 'expired' | 'withdrawn' | "another user's";
};

export type AccessToken = {
  clientId: string;
  userId: number;
  type: 'APP_USR' | 'TEST';
  expiresAt: number;
  /** A failure that only this holder meets. */
  standing: 'good' | 'unregistered' | 'no test users' | 'no resource' | 'failing';
};

export type Intent = {
  deviceId: string;
  ownerId: number;
  standing: 'queued' | 'cancelled' | 'conflicting' | 'failing';
};

export type Order = { standing: 'open' | 'deleted' | 'failing' };

export type World = ReturnType<typeof emptyWorld>;

/** Returns the data of a provider before its first request. */
export function emptyWorld() {
  return {
    /** The counter under all numeric identifiers; its random start keeps two runs apart. */
    lastNumber: randomInt(100_000_000, 900_000_000),
    applications: new Map<string, Application>(),
    codes: new Map<string, Code>(),
    refreshTokens: new Map<string, RefreshToken>(),
    accessTokens: new Map<string, AccessToken>(),
    intents: new Map<string, Intent>(),
    orders: new Map<string, Order>(),
  };
}

/** Returns the key of an order: the pair that identifies it (2.6). */
export const orderKey = (userId: string, posId: string): string => JSON.stringify([userId, posId]);
