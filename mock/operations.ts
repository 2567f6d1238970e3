import { checkoutPreferences } from './checkout-preferences/operation.ts';
import { instoreOrders } from './instore-orders.ts';
import { oauthToken } from './oauth-token/operation.ts';
import type { Operation } from './operation.ts';
import { pointPaymentIntents } from './point-payment-intents.ts';
import { testUsers } from './test-users.ts';
import type { Variation } from './variations.ts';
import { walletAgreements } from './wallet-agreements.ts';

type Row = { endpoint: string; method: 'POST' | 'DELETE'; path: string; build: (choices: Variation) => Operation };

/** The six operations (4): their routes, and how a variation builds them. */
export const operations = [
  { endpoint: 'oauth-token', method: 'POST', path: '/oauth/token', build: oauthToken },
  { endpoint: 'checkout-preferences', method: 'POST', path: '/checkout/preferences', build: checkoutPreferences },
  { endpoint: 'test-users', method: 'POST', path: '/users/test', build: testUsers },
  {
    endpoint: 'point-payment-intents',
    method: 'DELETE',
    path: '/point/integration-api/devices/:deviceid/payment-intents/:paymentintentid',
    build: pointPaymentIntents,
  },
  { endpoint: 'wallet-agreements', method: 'POST', path: '/v2/wallet_connect/agreements', build: walletAgreements },
  {
    endpoint: 'instore-orders',
    method: 'DELETE',
    path: '/instore/qr/seller/collectors/:user_id/pos/:external_pos_id/orders',
    build: instoreOrders,
  },
] as const satisfies readonly Row[];

export type Endpoint = (typeof operations)[number]['endpoint'];

/** Changes an operation before it is served: adds a fault, or turns a capability off. */
export type Wrap = (operation: Operation, endpoint: Endpoint) => Operation;
