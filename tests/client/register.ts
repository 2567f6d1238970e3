import type { RegisteredRequirement, Requirement } from '#api/requirement';
import { registeredIn } from '#api/sets';
import type { WantedTests } from '#results/selection';
import { requirements as client } from './client.ts';
import {
  checkoutPreferences,
  instoreOrders,
  pointPaymentIntents,
  testUsers,
  walletAgreements,
} from './guarded.ts';
import { requirements as oauthToken } from './oauth-token.ts';
import published from './scenarios.json' with { type: 'json' };

const parts = {
  'oauth-token': oauthToken,
  'checkout-preferences': checkoutPreferences,
  'test-users': testUsers,
  'point-payment-intents': pointPaymentIntents,
  'wallet-agreements': walletAgreements,
  'instore-orders': instoreOrders,
  client,
} as const satisfies Readonly<Record<string, Readonly<Record<string, Requirement>>>>;

type Ids<Part> = Part extends unknown ? keyof Part : never;

/** The id of a requirement of a client. */
export type ClientId = Ids<(typeof parts)[keyof typeof parts]>;

/** Every requirement of a client, in the order of the endpoints and of their files. */
export const clientRegister: readonly RegisteredRequirement[] = registeredIn(parts);

/** How many of the published scenarios exercise each requirement. */
export const wantedScenarios: WantedTests = {
  tests: published.scenarios.length,
  of: Object.fromEntries(
    clientRegister.map(({ id }) => [
      id,
      published.scenarios.filter(({ exercises }) => exercises.includes(id)).length,
    ]),
  ),
};
