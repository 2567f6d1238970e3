import { getSeller, tokenChecks } from './http/bearer.ts';
import { type Call, type Check, inOrder, type Operation, rule } from './operation.ts';
import type { Variation } from './variations.ts';
import { userIdIn } from './world/identifiers.ts';
import { type Order, orderKey } from './world/world.ts';

/** `DELETE /instore/qr/seller/collectors/{user_id}/pos/{external_pos_id}/orders` (2.6, 7). */
export function instoreOrders(choices: Variation): Operation {
  const denied = { status: 400, code: 'invalid_access_token' };
  const tokens = tokenChecks({ ...denied, status: choices.deletionNoToken }, denied);
  const seller = { ...denied, name: "another seller's order", fails: isOfOtherSeller };
  return {
    status: choices.deletionStatus,
    checks: inOrder(choices, [...tokens, seller], [...pathChecks, ...orderChecks(choices)]),
    perform: deleteOrder,
  };
}

const numbers = { digits: /^[0-9]+$/, 'as in code': /^\s*[-+]?\p{N}+(?:[_,.]\p{N}+)?(?:e\d+)?\s*$/iu };
const isNumber = ({ path, choices }: Call): boolean => numbers[choices.userIdForms].test(path.user_id ?? '');

const pathChecks: readonly Check[] = [
  rule(400, 'invalid_collectorId', 'a user_id that is no number', (call) => !isNumber(call)),
  rule(400, 'invalid_externalPosId', 'an empty external_pos_id', ({ path }) => path.external_pos_id === ''),
];

function isOfOtherSeller(call: Call): boolean {
  const seller = getSeller(call);
  const isThere = orderOf(call) !== undefined && seller !== undefined;
  return isThere && call.path.user_id !== `${userIdIn(seller, call.choices)}`;
}

function orderChecks({ absentOrder }: Variation): Check[] {
  const isFailing = (call: Call) => orderOf(call)?.standing === 'failing';
  const failure = rule(500, 'in_store_order_creation_error', 'a failure inside', isFailing);
  if (absentOrder === 'accepted') return [failure];
  const code = absentOrder === 500 ? failure.code : 'order_not_found';
  if (absentOrder === 'accepted once deleted') return [failure, rule(404, code, 'no order', (call) => !orderOf(call))];
  return [failure, rule(absentOrder, code, 'no open order', (call) => orderOf(call)?.standing !== 'open')];
}

/** Returns the order that the path names. */
export function orderOf(call: Call): Order | undefined {
  const { user_id, external_pos_id } = call.path;
  return call.world.orders.get(orderKey(user_id ?? '', external_pos_id ?? ''));
}

// 4: no response body.
function deleteOrder(call: Call): undefined {
  const order = orderOf(call);
  if (order) order.standing = 'deleted';
}
