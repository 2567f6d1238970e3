import { accessToken, getSeller, tokenChecks } from './http/bearer.ts';
import { label } from './http/errors.ts';
import type { JsonObject } from './http/json.ts';
import { type Call, type Check, inOrder, type Operation } from './operation.ts';
import type { Variation } from './variations.ts';
import type { Intent } from './world/world.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `DELETE /point/integration-api/devices/{deviceid}/payment-intents/{paymentintentid}` (2.4, 7). */
export function pointPaymentIntents(choices: Variation): Operation {
  const rejection = (status: number) => ({ status, code: label('bad_request', choices) });
  const tokens = tokenChecks(rejection(choices.cancelNoToken), rejection(401));
  const integrator = { ...rejection(403), name: 'an integrator that is not registered', fails: isUnregistered };
  const seller = {
    ...rejection(choices.unknownIntent),
    name: "another seller's payment intent",
    fails: isOfOtherSeller,
  };
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
    { ...rejection(400), name: 'an x-test-scope that is not sandbox', fails: hasOtherScope },
    { ...rejection(unknownIntent), name: 'an unknown payment intent', fails: (call) => !intentOf(call) },
    { ...rejection(unknownIntent), name: "another device's payment intent", fails: isOfOtherDevice },
    { ...rejection(again), name: 'a payment intent cancelled before', fails: isAgain },
    { ...rejection(409), name: 'a payment intent that cannot be cancelled now', fails: is('conflicting') },
    { ...rejection(500), name: 'a failure inside', fails: is('failing') },
  ];
}

/** Returns the payment intent that the path names, on any device. */
export const intentOf = (call: Call): Intent | undefined => call.world.intents.get(call.path.paymentintentid ?? '');
const isUnregistered = (call: Call): boolean => accessToken(call)?.standing === 'unregistered';

function isOfOtherSeller(call: Call): boolean {
  const owner = intentOf(call)?.ownerId;
  const seller = getSeller(call);
  return owner !== undefined && seller !== undefined && owner !== seller;
}

function hasOtherScope(call: Call): boolean {
  return call.choices.testScope === 'only sandbox' && (call.headers['x-test-scope'] ?? 'sandbox') !== 'sandbox';
}

function isOfOtherDevice(call: Call): boolean {
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
