import { covers } from '#api/covers';
import { getField, getText, isSuccess } from '#api/exchange';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { madeUp } from '#factories/near-miss';
import { tokenRequest } from '#factories/token-request';
import { createUnknownId } from '#run/made-up-values';
import { skipBecauseOfControl } from '#run/skip';

// The first file of its folder: with one worker, it sends requests without an open provider state, as real clients do.
test('judges tokens while no provider state is open', covers('ORD-12'), async ({ call, given, endStates }) => {
  const issued = await call('oauth-token', {
    body: tokenRequest('authorization_code', await given('an authorization code')),
  });
  if (!isSuccess(issued.status)) skipBecauseOfControl('TOK-01');
  const token = getText(issued.json, 'access_token');
  await endStates();
  const path = {
    user_id: String(getField(issued.json, 'user_id')),
    external_pos_id: createUnknownId('external_pos_id'),
  };

  const rejected = await call('instore-orders', { token: madeUp(token), path });
  const handled = await call('instore-orders', { token, path });

  // The reference does not show if the end of a state revokes its token: the response is a rejection in any case.
  await expect(handled).toBeHandled();
  // The path names no known order, and the reference does not show which of two errors is reported first.
  await expect(rejected).toBeError(400, ['invalid_access_token', 'invalid_externalPosId']);
});
