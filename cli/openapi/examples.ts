import { agreement } from '../../factories/agreement.ts';
import type { Schema } from '../../factories/preferences/fields.ts';
import { industries, industryRows } from '../../factories/preferences/industry.ts';
import { preference } from '../../factories/preferences/preference.ts';
import { sample } from '../../factories/sample.ts';
import { knownSites, testUser } from '../../factories/test-user.ts';
import { type GrantType, tokenRequest } from '../../factories/token-request.ts';
import token from '../../schemas/oauth-token/response.json' with { type: 'json' };
import intent from '../../schemas/point-payment-intents/response.json' with { type: 'json' };
import user from '../../schemas/test-users/response.json' with { type: 'json' };
import agreementResponse from '../../schemas/wallet-agreements/response.json' with { type: 'json' };
import type { Endpoint } from '../../suite/core/operations.ts';
import type { Part } from './parts.ts';

/** Stand-ins for the values of an application: no credentials of anyone. */
const application = {
  client_id: '1234567890',
  client_secret: 'client-secret-example',
  code: 'code-example',
  redirect_uri: 'https://shop.example/callback',
  refresh_token: 'refresh-token-example',
};

const grants: readonly GrantType[] = ['authorization_code', 'refresh_token', 'client_credentials'];

/** The examples of the request bodies by name, from the factories; the same seed gives the same ones. */
export const requestExamples: Readonly<Partial<Record<Endpoint, (seed: number) => Part>>> = {
  'oauth-token': () => named(grants, (grant) => ({ value: tokenRequest(grant, application) })),
  'checkout-preferences': (seed) =>
    named(industries, (industry) => ({
      summary: industryRows[industry].name,
      value: preference(industry, { seed }),
    })),
  'test-users': () => named(knownSites, (site_id) => ({ value: testUser('A test buyer', { site_id }) })),
  'wallet-agreements': () => ({ full: { value: agreement('flow-1') } }),
};

function named<Name extends string>(names: readonly Name[], example: (name: Name) => Part): Part {
  return Object.fromEntries(names.map((name) => [name, example(name)]));
}

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
  'wallet-agreements': (seed) => drawn(agreementResponse, seed),
};

/** A sample of a schema without the members that are given otherwise. */
function drawn({ properties, ...schema }: Schema, seed: number, given: readonly string[] = []): Part {
  const own = Object.entries(properties ?? {}).filter(([name]) => !given.includes(name));
  return sample({ ...schema, properties: Object.fromEntries(own) }, { seed });
}
