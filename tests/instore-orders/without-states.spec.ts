import { covers } from '#api/covers';
import { findErrorCode, hasErrorCode } from '#api/errors';
import { getText, isSuccess } from '#api/exchange';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { madeUp } from '#factories/near-misses/texts';
import { tokenRequest } from '#factories/request-bodies';
import { createUnknownId } from '#redaction/made-up-values';
import { skipBecauseOfControl, tryOptional } from '#run/skip';
import { expectHandled } from '../cases/questions.ts';

/** Runs when no other test runs, so alone in its file: workers have ended their provider states by then. */
const alone = { ...covers('ORD-12'), lock: '-exclusive-' };

test('judges tokens while no provider state is open', alone, async ({ call, given, endStates }) => {
  const issued = await call('oauth-token', {
    body: tokenRequest('authorization_code', await given('an authorization code')),
  });
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
  await expectHandled(handled, 'with the token that was issued');
  const isSame = handled.status === again.status && findErrorCode(handled) === findErrorCode(again);
  const isRevoked = hasErrorCode(again, 'invalid_access_token');
  const expected = [`${again.status}`, findErrorCode(again), 'as while a provider state is open'].join(' ');
  await expect(handled).toHold(expected, isSame || isRevoked || !isOpened);
  // The path names no known order, and the reference does not show which of two errors is reported first.
  if (hasErrorCode(before, 'invalid_access_token')) await expect(rejected).toBeError(400, 'invalid_access_token');
  else await expect(rejected).toHold('a rejection', !isSuccess(rejected.status));
});
