import type { Form } from './choices.ts';
import { newAccessToken, newClientId, newSecret, userIds } from './token/credentials.ts';

/** An application; a limited one is over its rate limit. */
export type Application = { id: string; secret: string; redirectUri: string; limited: boolean };

export type Grant = { application: Application; user: number; revoked: boolean };

export type Code = { grant: Grant; at: number; spent: boolean; burnt: boolean };

/** A refresh token, and the code of its rejection if it is rejected. */
export type RefreshToken = { grant: Grant; rejection?: string };

export type Rights = 'all' | 'unregistered' | 'no test users' | 'finds nothing' | 'fails inside';

export type AccessToken = { grant: Grant; expires: number; test: boolean; rights: Rights };

export type Intent = { device: string; owner: number; standing: 'queued' | 'cancelled' | 'conflicting' | 'failing' };

export type Order = { standing: 'open' | 'deleted' | 'failing' };

/** All data of the provider. */
export type World = ReturnType<typeof createWorld>;

/** Creates the data of a new provider. */
export function createWorld(form: Form) {
  return {
    form,
    users: userIds(form),
    applications: new Map<string, Application>(),
    codes: new Map<string, Code>(),
    refreshTokens: new Map<string, RefreshToken>(),
    accessTokens: new Map<string, AccessToken>(),
    intents: new Map<string, Intent>(),
    orders: new Map<string, Order>(),
    agreements: 0,
  };
}

/** Registers an application. All redirect URIs have the same beginning. */
export function addApplication(world: World, limited = false): Application {
  const id = newClientId(world.form);
  const redirectUri = `https://shop.example/back?from=wallet&x=%C3%A9${world.applications.size || ''}`;
  const application = { id, secret: newSecret(world.form), redirectUri, limited };
  world.applications.set(id, application);
  return application;
}

/** Records that a user, by default a new one, authorised the application. */
export function addGrant(world: World, application: Application): Grant {
  return { application, user: world.users.next().value, revoked: false };
}

/** Issues a refresh token that is valid, or is rejected with a code. */
export function addRefreshToken(world: World, grant: Grant, rejection?: string): string {
  const text = `TG-${newSecret(world.form)}`;
  world.refreshTokens.set(text, rejection === undefined ? { grant } : { grant, rejection });
  return text;
}

type AccessTokenSettings = { seconds?: number; test?: boolean; rights?: Rights };

/** Issues an access token; it expires the given number of seconds from now, or in 180 days (2.2). */
export function addAccessToken(world: World, grant: Grant, settings: AccessTokenSettings = {}): string {
  const { seconds = 15_552_000, test = false, rights = 'all' } = settings;
  const text = newAccessToken(world.form, test ? 'TEST' : 'APP_USR', grant.application.id);
  world.accessTokens.set(text, { grant, expires: Date.now() + seconds * 1000, test, rights });
  return text;
}
