import type { Endpoint } from '../core/operations.ts';
import { append, read } from '../run/channels.ts';
import { context, settings } from '../run/context.ts';
import type { Settings } from '../run/settings/settings.ts';
import { isLoopback, isSandbox } from '../run/settings/target.ts';
import { stop } from '../run/stop.ts';
import { declaredIn, isLive } from './live.ts';
import { productionHost } from './production.ts';

type Guarded = Pick<Settings, 'TARGET' | 'PRODUCTION_HOSTS' | 'ALLOW_LIVE'>;

/** Why nothing may be created or deleted at a base URL; undefined where it may. */
export function danger(
  baseUrl: string,
  guarded: Guarded,
  written: Readonly<Record<string, string>>,
): string | undefined {
  if (guarded.ALLOW_LIVE) return undefined;
  const host = productionHost(baseUrl, guarded.PRODUCTION_HOSTS);
  if (host !== undefined) return `${host} is a host of production`;
  const variable = declaredIn(written);
  if (variable !== undefined) return `${variable} says that the tokens are live`;
  if (isLive('declared')) return 'a provider state says live_mode true: its tokens are live';
  const isShared = isSandbox(guarded) || !isLoopback(baseUrl);
  return isShared && isLive('answered') ? 'the target issues tokens with live_mode true' : undefined;
}

/** Ends the test before it sends a request that creates or deletes, where that would do harm. */
export function guard(endpoint: Endpoint, baseUrl: string): void {
  if (endpoint === 'oauth-token') return;
  const reason = danger(context().rehearsal?.of || baseUrl, settings(), context().written);
  if (reason === undefined) return;
  append('guard', reason);
  stop('not exercised', { kind: 'guard', why: reason });
}

/** What the guard did in the run. */
export interface Guarding {
  /** Why it let nothing be created or deleted; null where it did not have to. */
  readonly stopped: string | null;
  /** Whether a token answer said live_mode true; on loopback that is noted and nothing more. */
  readonly liveTokens: boolean;
}

/** Adds up what the workers told of the guard. */
export function guarding(): Guarding {
  return { stopped: read('guard')[0] ?? null, liveTokens: isLive('answered') };
}
