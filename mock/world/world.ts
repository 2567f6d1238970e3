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

/** All data of one running provider; nothing outlives it. */
export type World = {
  applications: Map<string, Application>;
  codes: Map<string, Code>;
  refreshTokens: Map<string, RefreshToken>;
  accessTokens: Map<string, AccessToken>;
  intents: Map<string, Intent>;
  orders: Map<string, Order>;
};

/** Returns the data of a provider before its first request. */
export function emptyWorld(): World {
  return {
    applications: new Map(),
    codes: new Map(),
    refreshTokens: new Map(),
    accessTokens: new Map(),
    intents: new Map(),
    orders: new Map(),
  };
}

/** Returns the key of an order: the pair that identifies it (2.6). */
export const orderKey = (userId: string, posId: string): string => JSON.stringify([userId, posId]);
