import type { Endpoint } from '#api/operations';
import type { RegisteredRequirement, Requirement, Subject, Unasked } from '#api/requirement';
import { registeredIn } from '#api/sets';
import type { Depth, WantedTests } from '#results/selection';
import { sha256 } from '#run/digest';
import { requirements as checkoutPreferences } from './checkout-preferences/requirements.ts';
import { clientRegister, wantedScenarios } from './client/register.ts';
import { requirements as instoreOrders } from './instore-orders/requirements.ts';
import { requirements as oauthToken } from './oauth-token/requirements.ts';
import { requirements as pointPaymentIntents } from './point-payment-intents/requirements.ts';
import { requirements as service } from './service/requirements.ts';
import { requirements as testUsers } from './test-users/requirements.ts';
import { requirements as walletAgreements } from './wallet-agreements/requirements.ts';
import wanted from './wanted.json' with { type: 'json' };

type Rows = Readonly<Record<string, Requirement & Partial<Unasked>>>;

const parts: Readonly<Record<Endpoint | 'service', Rows>> = {
  'oauth-token': oauthToken,
  'checkout-preferences': checkoutPreferences,
  'test-users': testUsers,
  'point-payment-intents': pointPaymentIntents,
  'wallet-agreements': walletAgreements,
  'instore-orders': instoreOrders,
  service,
};

/** Every row of the register in the order of the endpoints and of their files. */
export const register: readonly RegisteredRequirement[] = registeredIn(parts);

/** How many tests each requirement has, whatever a run selects; `npm run docs` counts them. */
export const wantedTests: Readonly<Record<Depth, WantedTests>> = wanted;

const registers: Readonly<Record<Subject, unknown>> = {
  service: [register, wantedTests],
  client: [clientRegister, wantedScenarios],
};

/** What tells a register from any other: results and statements name it. */
export function registerDigest(subject: Subject = 'service'): string {
  return sha256(JSON.stringify(registers[subject]));
}
