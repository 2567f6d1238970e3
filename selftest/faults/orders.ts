import { accessToken, tokenText } from '#mock/http/bearer';
import type { Wire } from '#mock/http/wire';
import { orderOf } from '#mock/instore-orders';
import type { Call } from '#mock/operation';
import type { Order, World } from '#mock/world/world';
import { type Comparison, knownRows, pathComparisons } from './comparisons.ts';
import { inTurn, type Patch, type Row, toFaults } from './fault.ts';
import { expiredToken, listedErrors, madeUpToken, noToken, otherScheme, unavailable } from './listed-errors.ts';
import matching from './matching.json' with { type: 'json' };
import { failWithIssuedToken, hasTokenOfCode, performBeforeToken } from './protected-operations.ts';
import { all, closesConnection, inSpanish, sentAgain, times, tokenSentAgain, type When } from './requests.ts';
import { redirect, rejections, repeatInHeader, respondWith, toPage, translate } from './responses.ts';
import { acceptWhen, addRule, dropRules, failWhen, rejectWhen, rewriteRequest, skipRule } from './rules.ts';
import { changeError, changeSuccess } from './successes.ts';

const userIds = (accepted: RegExp): Patch => skipRule(noNumber, ({ path }) => accepted.test(path.user_id ?? ''));
const failFor = (user: RegExp): Patch => failWhen(({ path }) => user.test(path.user_id ?? ''));
const withBody = (when: When): Patch => respondWith('{"deleted":true}', 'application/json', when);
const getPath = ({ path }: Call): string => JSON.stringify(path);

const noNumber = 'a user_id that is no number';
const emptyPos = 'an empty external_pos_id';
const failure = 'a failure inside';
const isOpen: When = (call) => orderOf(call)?.standing === 'open';
const isAbsent: When = (call) => orderOf(call) === undefined;
const lacksPos: When = ({ path }) => path.external_pos_id === '';
const noBearer: When = (call) => call.headers.authorization !== undefined && tokenText(call) === undefined;
const isExpired: When = (call) => (accessToken(call)?.expiresAt ?? Number.POSITIVE_INFINITY) < Date.now();
const isIssued: When = (call) => accessToken(call) !== undefined && !isExpired(call);
const isDeleted: When = (call) => orderOf(call)?.standing === 'deleted';

/** Rejects a second deletion: the reference does not show if a deleted order can be deleted again. */
const rejectDeleted = addRule('a deleted order', 'order_not_found', isDeleted);

/** Deletes nothing. Visible only if an unknown order is rejected, so this adds that rule. */
export const deleteNothing = inTurn(
  addRule('no such order', 'order_not_found', isAbsent),
  deleteOrders(() => []),
);

const deleteLast = inTurn(
  deleteOrders(({ world }) => [...world.orders.values()].slice(-1)),
  rejectDeleted,
);

const readQuery = ({ path, query, ...call }: Call): Call => {
  return { ...call, query, path: { ...path, user_id: `${query.user_id ?? path.user_id}` } };
};
const toFirstCode = (wire: Wire): Wire => ({ ...wire, text: wire.text.replace(/externalPosId/, 'collectorId') });

const rows: readonly Row[] = [
  ['ORD-01', 'fails', 'Deleting an open order fails', failWhen(isOpen)],
  ['ORD-01', 'refused', 'Deleting an open order is rejected', rejectWhen(isOpen)],
  ['ORD-01', 'found', 'A success is a redirect', redirect],
  ['ORD-01', 'deletes-the-last', 'A deletion deletes the order that was opened last', deleteLast],
  ['ORD-02', 'empty-object', 'A deletion returns an empty object', respondWith('{}')],
  ['ORD-02', 'null', 'A deletion returns null', respondWith('null')],
  ['ORD-02', 'sentence', 'A deletion returns a sentence', respondWith('Order deleted', 'text/plain')],
  ['ORD-02', 'line', 'A deletion returns a line break', respondWith('\n', 'text/plain')],
  ['ORD-02', 'announced', 'A 204 announces a body', repeatInHeader(() => '16', 'Content-Length', changeSuccess)],
  ['ORD-02', 'again-body', 'A second deletion of an order returns a body', withBody(times(2, getPath))],
  ['ORD-02', 'absent-body', 'A deletion of an order that never was returns a body', withBody(isAbsent)],
  ['ORD-02', 'alternate-body', 'Each deletion but the first returns a body', withBody(times(2, () => ''))],
  ['ORD-02', 'body-in-spanish', 'A deletion returns a body in Spanish', withBody(inSpanish)],
  ['ORD-02', 'body-closed', 'A deletion returns a body on a closed connection', withBody(closesConnection)],
  ['ORD-01', 'token-once', 'A token deletes no order after a rejection', rejectWhen(all(tokenSentAgain(), isOpen))],
  ...rejections('ORD-03', 'html', 'html-called-json', 'untyped', 'text-plain', 'truncated'),
  ...listedErrors('instore-orders'),
  unavailable('ORD-14', failure, 504),
  ['ORD-10', 'lines', 'A user_id is a text with a number in one of its lines', userIds(/^\d+$/m)],
  ...['me', 'all', 'null', 'undefined', 'true', 'NaN', 'Infinity'].map(
    (word): Row => ['ORD-10', `word-${word}`, `The word ${word} is a user_id`, userIds(new RegExp(`^${word}$`))],
  ),
  ...Object.entries(matching.userIds).map(
    ([slug, { what, pattern }]): Row => ['ORD-10', slug, what, userIds(new RegExp(pattern, 'u'))],
  ),
  ['ORD-10', 'no-number-again', 'A user_id that is no number is good again', skipRule(noNumber, sentAgain())],
  ['ORD-10', 'in-query', 'The query has a user_id that counts', rewriteRequest(readQuery)],
  ['ORD-11', 'code-kept', 'A token gets the code of its first rejection', changeError(toFirstCode, tokenSentAgain())],
  ['ORD-02', 'body-for-body', 'A deletion with a body returns one', withBody(({ body }) => body.text !== '')],
  ['ORD-10', 'letters-no-pos', 'No path without an external_pos_id is looked at', acceptWhen(lacksPos)],
  ['ORD-12', 'made-up-deleted', 'Any token is accepted for a deleted order', skipRule(madeUpToken, isDeleted)],
  ['ORD-13', 'expired-absent', 'An expired token is accepted where no order is', skipRule(expiredToken, isAbsent)],
  ['ORD-14', 'code-in-spanish', 'The code is in Spanish', translate('in_store_order_creation_error', 'error')],
  ['ORD-14', 'failing-again', 'A second deletion does not fail inside', skipRule(failure, sentAgain())],
  ['ORD-10', 'number-in-spanish', 'The code of a user_id is in Spanish', translate('invalid_collectorId', 'vendedor')],
  ['ORD-11', 'pos-in-spanish', 'The code of no external_pos_id is in Spanish', translate(/invalid_e\w+/, 'pos')],
  ['ORD-11', 'no-pos-again', 'No external_pos_id is good the second time', skipRule(emptyPos, sentAgain())],
  ['ORD-14', 'failing-html', 'A client that prefers HTML gets an internal error in it', toPage(failure)],
  ['ORD-16', 'at-once', 'Of two deletions at once one deletes the order of the other', deleteBefore()],
  ['ORD-22', 'joined', 'An order is known by both ids joined', inTurn(deleteOrders(findJoined), rejectDeleted)],
  ['ORD-22', 'user-zero', 'The user_id 0 stands for any', ignoreUser((sent, right) => [right, '0'].includes(sent))],
  ['ORD-22', 'user-parsed', 'A deletion for 12abc is rejected and done', deleteRejected(isIssued, toDigits)],
  ['ORD-24', 'seller-done', 'A deletion by another seller is rejected and done', deleteRejected(isIssued)],
  ['ORD-21', 'underscore', 'A user_id with underscores fails', failFor(/^\d+_\d+$/)],
  ['ORD-21', 'user-sign', 'A user_id with a plus sign fails', failFor(/^\+/)],
  ['ORD-22', 'pos-fails', 'A negative external_pos_id fails', failWhen(({ path }) => path.external_pos_id === '-1')],
  ['ORD-22', 'user-letters', 'A user_id of 300 letters fails', failFor(/^[a-z]{300}$/)],
  ['ORD-22', 'user-any', 'The user_id of an order does not matter', ignoreUser(() => true)],
  ['ORD-22', 'user-32-bits', 'A user_id is known by its last 32 bits', ignoreUser(hasLastBits)],
  ['ORD-22', 'user-longer', 'A user_id is known by its beginning', ignoreUser((sent, right) => sent.startsWith(right))],
  ['ORD-21', 'user-fails', 'A user_id with a line break fails', failFor(/\n/)],
  ['ORD-21', 'user-squared', 'A user_id in a superscript digit fails', failFor(/²/)],
  ['ORD-21', 'user-long', 'A user_id of 100 digits fails', failFor(/.{100}/)],
  ['ORD-24', 'any-seller', 'The token of any seller deletes an order', dropRules("another seller's order")],
  ['ORD-24', 'pos-alone', 'A seller deletes at any point of sale', ignoreUser(() => true)],
  ['ORD-16', 'nothing-done', 'A deletion that returns success does nothing', deleteNothing],
  ['ORD-23', 'again-fails', 'A second deletion fails', failWhen(isDeleted)],
  ['ORD-25', 'refused-and-done', 'A rejected deletion is done', inTurn(performBeforeToken, rejectDeleted)],
  ['ORD-25', 'scheme-done', 'A deletion with another scheme is done', deleteRejected(noBearer)],
  ['ORD-25', 'expired-done', 'A deletion with an expired token is done', deleteRejected(isExpired)],
  ['ORD-20', 'scheme-absent', 'Any scheme is accepted where no order is', skipRule(otherScheme, isAbsent)],
  ['ORD-15', 'no-token-closed', 'No token is needed on a closed connection', skipRule(noToken, closesConnection)],
  ['TOK-19', 'code-token', 'The token of a code is denied', rejectWhen(hasTokenOfCode, 'invalid_access_token')],
  ['TOK-19', 'issued-fails', 'An issued token makes a deletion fail', failWithIssuedToken],
  ...knownRows('ORD-22', 'pos', 'A point of sale', compareOrders, pathComparisons),
];

/** Faults of deleting in-store orders (2.6, 7). */
export const orderFaults = toFaults('instore-orders', 'order', rows);

/** Deletes the order of some rejected requests. Visible only if a deleted order is rejected, so this adds that rule. */
function deleteRejected(when: When, read = (call: Call) => call): Patch {
  const deleted = changeError((wire, call) => {
    const order = orderOf(read(call));
    if (when(read(call)) && order?.standing === 'open') order.standing = 'deleted';
    return wire;
  });
  return inTurn(deleted, rejectDeleted);
}

function toDigits(call: Call): Call {
  const digits = /^(\d+)[a-z]+$/.exec(call.path.user_id ?? '')?.[1];
  return digits ? { ...call, path: { ...call.path, user_id: digits } } : call;
}

function hasLastBits(sent: string, right: string): boolean {
  return sent.length < 19 && BigInt.asUintN(32, BigInt(sent)) === BigInt.asUintN(32, BigInt(right));
}

/** Deletes the orders that `find` returns, instead of the one that is named. */
function deleteOrders(find: (call: Call) => readonly Order[]): Patch {
  const perform = (call: Call) => {
    for (const order of find(call)) order.standing = 'deleted';
    return undefined;
  };
  return (operation) => ({ ...operation, perform });
}

function findOrders({ world }: Call, isNamed: (user: string, pos: string) => boolean): Order[] {
  return [...world.orders].flatMap(([key, order]) => {
    const [user, pos]: [string, string] = JSON.parse(key);
    return isNamed(user, pos) ? [order] : [];
  });
}

function findJoined(call: Call): Order[] {
  const { user_id = '', external_pos_id = '' } = call.path;
  return findOrders(call, (user, pos) => user + pos === user_id + external_pos_id);
}

/** Deletes the order of the deletion before, if that came within 50 milliseconds. */
function deleteBefore(): Patch {
  const last = new WeakMap<World, { order: Order | undefined; time: number }>();
  const find = (call: Call) => {
    const [own, before] = [{ order: orderOf(call), time: Date.now() }, last.get(call.world)];
    last.set(call.world, own);
    const { order } = before && own.time - before.time < 50 ? before : own;
    return order ? [order] : [];
  };
  return inTurn(addRule('no such order', 'order_not_found', isAbsent), deleteOrders(find), rejectDeleted);
}

/** Compares the user_id loosely. Visible only if a deleted order is rejected, so this adds that rule. */
function ignoreUser(accepts: Comparison[2]): Patch {
  const find = (call: Call) => {
    const { user_id: sent = '', external_pos_id } = call.path;
    return findOrders(call, (user, pos) => /^\d+$/.test(sent) && pos === external_pos_id && accepts(sent, user));
  };
  return inTurn(deleteOrders(find), rejectDeleted);
}

/** Compares ids loosely. Visible only if an order that is not open is rejected, so this adds that rule. */
function compareOrders(accepts: Comparison[2]): Patch {
  const find = (call: Call) => {
    const { user_id, external_pos_id = '' } = call.path;
    const named = findOrders(call, (user, pos) => user === user_id && accepts(external_pos_id, pos));
    return named.filter(({ standing }) => standing === 'open');
  };
  const isAbsent = (call: Call) => find(call).length === 0;
  return inTurn(addRule('no such order', 'order_not_found', isAbsent), deleteOrders(find));
}
