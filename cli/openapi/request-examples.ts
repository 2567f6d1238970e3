import { agreement } from '../../factories/agreement.ts';
import { industries, industryRows } from '../../factories/preferences/industry.ts';
import { preference } from '../../factories/preferences/preference.ts';
import { knownSites, testUser } from '../../factories/test-user.ts';
import { type GrantType, tokenRequest } from '../../factories/token-request.ts';
import type { Endpoint } from '../../suite/core/operations.ts';
import type { Part } from './json.ts';

/** Stand-ins for the values of an application: no credentials of anyone. */
export const application = {
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
