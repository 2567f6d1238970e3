import { covers } from '#api/covers';
import { findErrorCode, hasErrorCode } from '#api/errors';
import { getText, isSuccess } from '#api/exchange';
import { getShape, summarizeResponse } from '#api/response-shape';
import { eachCase, expect, record, test } from '#assertions/test';
import { inTurn, madeUp } from '#factories/near-misses/texts';
import { tokenRequest } from '#factories/request-bodies';
import { createUnknownId } from '#redaction/made-up-values';
import { skipBecauseOfControl, tryOptional } from '#run/skip';
import { preferred, preferredOtherwise } from '../cases/request-contexts.ts';
import { expectSomeOfThree, twoSellers } from '../cases/shared-tests.ts';

/** Runs when no other test runs: their workers have ended their provider states, as real clients never open one. */
const alone = { ...covers('ORD-12'), lock: '-exclusive-' };

test('judges tokens while no provider state is open', alone, async ({ call, given, endStates }) => {
  const grant = await given('an authorization code');
  const issued = await call('oauth-token', { body: tokenRequest('authorization_code', grant) });
  if (!isSuccess(issued.status)) skipBecauseOfControl('TOK-01');
  const token = getText(issued.json, 'access_token');
  const { user_id } = await given('an open in-store order');
  const path = { user_id, external_pos_id: createUnknownId('external_pos_id') };
  const withMadeUp = () => call('instore-orders', { token: madeUp(token), path });
  const before = await withMadeUp();
  await endStates();

  const rejected = await withMadeUp();
  const handled = await call('instore-orders', { token, path });
  const isOpened = await tryOptional(() => given('an application')); // otherwise unused
  const again = await call('instore-orders', { token, path });

  // The reference does not show if the end of a state revokes its token: then the response is a rejection each time.
  await expect.soft(handled, 'with the token that was issued').toBeHandled();
  const isSame = handled.status === again.status && findErrorCode(handled) === findErrorCode(again);
  const isRevoked = hasErrorCode(again, 'invalid_access_token');
  const expected = [`${again.status}`, findErrorCode(again), 'as while a provider state is open'].join(' ');
  await expect(handled).toHold(expected, isSame || isRevoked || !isOpened);
  // The path names no known order, and the reference does not show which of two errors is reported first.
  if (hasErrorCode(before, 'invalid_access_token')) await expect(rejected).toBeError(400, 'invalid_access_token');
  else await expect(rejected).toHold('a rejection', !isSuccess(rejected.status));
});

test('deletes an open order', covers('ORD-01'), async ({ baseline }) => {
  await expect(await baseline('instore-orders')).toBeAccepted();
});

test('deletes two open orders, the earlier one first', covers('ORD-01', 'ORD-02'), async ({ call, provoke, given }) => {
  const orders = [await given('an open in-store order'), await given('an open in-store order')];

  for (const [{ access_token: token, ...path }, wishes] of inTurn(orders, [preferred, preferredOtherwise])) {
    await provoke('instore-orders', { token, path: { ...path, user_id: 'abc' } });
    const headers = { ...wishes, connection: 'close' };
    await expect(await call('instore-orders', { token, path, headers })).toBeAccepted();
  }
});

test('answers a deletion without any body', covers('ORD-02'), async ({ baseline }) => {
  await expect(await baseline('instore-orders')).toBeAccepted();
});

// The reference does not show if an unknown order can be deleted; if not, a deletion without effect shows.
test('rejects second deletions where it rejects one of nothing', covers('ORD-16'), async ({ call, given }) => {
  const order = await given('an open in-store order');
  const orders = [order, await given('an open in-store order')];
  const remove = ({ access_token: token, ...path }: typeof order) => call('instore-orders', { token, path });
  const never = await remove({ ...order, external_pos_id: madeUp(order.external_pos_id) });
  const firsts = await eachCase(orders, remove);

  for (const [place, second] of (await eachCase(orders, remove)).entries()) {
    const isTwice = isSuccess(firsts[place]?.status ?? 0) && isSuccess(second.status);
    await expect(second).toHold('a rejection, as for an order that never was', isSuccess(never.status) || !isTwice);
  }
});

const atOnce = covers('ORD-23', 'ORD-64');

test('How many of three deletions at once of one order succeed?', atOnce, async ({ call, given }) => {
  const { access_token: token, ...path } = await given('an open in-store order');

  record(await expectSomeOfThree(() => call('instore-orders', { token, path })));
});

test('What does deleting an order twice answer?', covers('ORD-02', 'ORD-60'), async ({ call, given }) => {
  const { access_token: token, ...path } = await given('an open in-store order');
  const nothing = { ...path, external_pos_id: createUnknownId('pos') };
  // A request has no body (4): one may be rejected, and is never sent back.
  const ofNothing = await call('instore-orders', { token, path: nothing, body: {}, headers: { connection: 'close' } });
  await expect(await call('instore-orders', { token, path })).toBeAccepted();

  const again = await call('instore-orders', { token, path });

  // The reference shows no body, whatever was deleted (4).
  for (const response of [ofNothing, again].filter(({ status }) => isSuccess(status)))
    await expect(response).toHold('no body at all', response.text === '');
  record(summarizeResponse(again));
});

test('What does deleting an order that never was answer?', covers('ORD-61'), async ({ call, given }) => {
  const { access_token, ...path } = await given('an open in-store order');
  const never = { ...path, external_pos_id: madeUp(path.external_pos_id) };

  record(summarizeResponse(await call('instore-orders', { token: access_token, path: never })));
});

test('Which status does a deletion have?', covers('ORD-62'), async ({ baseline }) => {
  record({ status: (await baseline('instore-orders')).status });
});

test('What is the shape of a deletion error?', covers('ORD-63'), async ({ call, given }) => {
  const { access_token, ...path } = await given('an open in-store order');

  record(getShape((await call('instore-orders', { token: madeUp(access_token), path })).json));
});

const ofAnother = covers('ORD-24', 'ORD-65');

test("What does deleting another seller's order answer?", ofAnother, async ({ call, given, canNameInDeletion }) => {
  const { order, other } = await twoSellers(given);
  const { access_token: token, ...path } = order;

  const response = await call('instore-orders', { token: other.access_token, path });

  record(summarizeResponse(response));
  await expect(response).toBeError('4xx');
  // 2.6: the pair identifies an order, so this one is of nobody.
  const mixed = { ...path, user_id: other.user_id };
  if (canNameInDeletion(mixed)) await call('instore-orders', { token: other.access_token, path: mixed });
  await expect(await call('instore-orders', { token, path }), 'with its own').toBeAccepted();
});
