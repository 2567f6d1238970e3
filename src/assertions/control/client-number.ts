import { inShared } from '#http/replay/scope';
import { tryOptional } from '#run/skip';
import type { Given } from '../given.ts';
import { furtherOf } from './further.ts';
import { rememberSuccess } from './remember.ts';

/**
 * The query's client.id is a number (4): that of the token's own client where its state names one, else of an
 * application; a client_id that is no number has none, so any stands for it.
 */
export async function clientNumber(given: Given, token?: string): Promise<string> {
  const own = furtherOf(token).client_id;
  const client_id = own ?? (await tryOptional(() => applicationBy(given)))?.client_id ?? '';
  return /^\d+$/.test(client_id) ? client_id : '1234567890';
}

/** One application for all requests of a worker that name nothing but its number. */
const applicationBy = rememberSuccess((given: Given) => inShared('an application', () => given('an application')));
