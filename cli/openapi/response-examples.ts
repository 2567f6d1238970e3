import type { Schema } from '../../factories/preferences/fields.ts';
import { sample } from '../../factories/sample.ts';
import { testUser } from '../../factories/test-user.ts';
import token from '../../schemas/oauth-token/response.json' with { type: 'json' };
import intent from '../../schemas/point-payment-intents/response.json' with { type: 'json' };
import user from '../../schemas/test-users/response.json' with { type: 'json' };
import agreement from '../../schemas/wallet-agreements/response.json' with { type: 'json' };
import type { Endpoint } from '../../suite/core/operations.ts';
import type { Part } from './json.ts';
import { application } from './request-examples.ts';

/** What of a token response is stated closer than by a type (2.2). */
const stated = {
  access_token: `APP_USR-${application.client_id}-010100-example`,
  expires_in: 15_552_000,
  scope: 'offline_access read write',
  user_id: 1_234_567_890,
  live_mode: false,
  refresh_token: application.refresh_token,
};

/** The body of a success of each operation; the instore one has none, and of a preference none is shown (4). */
export const responseExamples: Readonly<Partial<Record<Endpoint, (seed: number) => Part>>> = {
  'oauth-token': (seed) => ({ ...drawn(token, seed, Object.keys(stated)), ...stated }),
  'checkout-preferences': () => ({}),
  'test-users': (seed) => ({ ...drawn(user, seed), ...testUser('A test buyer'), site_status: 'active' }),
  'point-payment-intents': () => ({ ...drawn(intent, 1), id: 'intent-1' }),
  'wallet-agreements': (seed) => drawn(agreement, seed),
};

/** A sample of a schema without the members that are given otherwise. */
function drawn({ properties, ...schema }: Schema, seed: number, given: readonly string[] = []): Part {
  const own = Object.entries(properties ?? {}).filter(([name]) => !given.includes(name));
  return sample({ ...schema, properties: Object.fromEntries(own) }, { seed });
}
