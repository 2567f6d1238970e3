import { checkoutPreferences } from './checkout-preferences/operation.ts';
import { accessToken, sellerOf, tokenChecks } from './http/bearer.ts';
import { label } from './http/errors.ts';
import type { JsonObject } from './http/json.ts';
import { instoreOrders } from './instore-orders.ts';
import { oauthToken } from './oauth-token/operation.ts';
import { type Call, type Check, inOrder, type Operation } from './operation.ts';
import { testUsers } from './test-users.ts';
import type { Variation } from './variations.ts';
import { walletAgreements } from './wallet-agreements.ts';
import type { Intent } from './world/world.ts';

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

/** The name of an operation's endpoint. */
export type Endpoint = (typeof operations)[number]['endpoint'];

/** Changes an operation before it is served: adds a fault, or turns a capability off. */
export type Wrap = (operation: Operation, endpoint: Endpoint) => Operation;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `DELETE /point/integration-api/devices/{deviceid}/payment-intents/{paymentintentid}` (2.4, 7). */
function pointPaymentIntents(choices: Variation): Operation {
  const rejection = (status: number) => ({ status, code: label('bad_request', choices) });
  const tokens = tokenChecks(rejection(choices.cancelNoToken), rejection(401));
  const integrator = { ...rejection(403), name: 'an integrator that is not registered', fails: unregistered };
  const seller = { ...rejection(choices.unknownIntent), name: "another seller's payment intent", fails: otherSeller };
  return {
    status: choices.cancelStatus,
    checks: inOrder(choices, [...tokens, integrator, seller], intentChecks(choices, rejection)),
    perform: cancel,
  };
}

function intentChecks(choices: Variation, rejection: (status: number) => { status: number; code: string }): Check[] {
  const { unknownIntent, cancelledTwice } = choices;
  const again = cancelledTwice === 'accepted' ? 409 : cancelledTwice;
  const isAgain = (call: Call) => cancelledTwice !== 'accepted' && is('cancelled')(call);
  return [
    { ...rejection(400), name: 'an x-test-scope that is not sandbox', fails: otherScope },
    { ...rejection(unknownIntent), name: 'an unknown payment intent', fails: (call) => !intentOf(call) },
    { ...rejection(unknownIntent), name: "another device's payment intent", fails: otherDevice },
    { ...rejection(again), name: 'a payment intent cancelled before', fails: isAgain },
    { ...rejection(409), name: 'a payment intent that cannot be cancelled now', fails: is('conflicting') },
    { ...rejection(500), name: 'a failure inside', fails: is('failing') },
  ];
}

/** Returns the payment intent that the path names, on any device. */
export const intentOf = (call: Call): Intent | undefined => call.world.intents.get(call.path.paymentintentid ?? '');
const unregistered = (call: Call): boolean => accessToken(call)?.standing === 'unregistered';

function otherSeller(call: Call): boolean {
  const [owner, seller] = [intentOf(call)?.ownerId, sellerOf(call)];
  return owner !== undefined && seller !== undefined && owner !== seller;
}

function otherScope(call: Call): boolean {
  const scope = call.headers['x-test-scope'] ?? 'sandbox';
  return call.choices.testScope === 'only sandbox' && scope !== 'sandbox';
}

function otherDevice(call: Call): boolean {
  const intent = intentOf(call);
  return intent !== undefined && intent.deviceId !== call.path.deviceid;
}

function is(standing: Intent['standing']): Check['fails'] {
  return (call) => intentOf(call)?.standing === standing;
}

function cancel(call: Call): JsonObject {
  const intent = intentOf(call);
  if (intent) intent.standing = 'cancelled';
  const id = call.path.paymentintentid ?? '';
  return { id: call.choices.cancelledId === 'upper case' && uuid.test(id) ? id.toUpperCase() : id };
}
