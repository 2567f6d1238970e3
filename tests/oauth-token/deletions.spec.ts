import { covers } from '#api/covers';
import { hasErrorCode } from '#api/errors';
import { type Exchange, getIdentity, isSuccess } from '#api/exchange';
import { type Call, expect, type Given, type Issued, test } from '#assertions/test';
import { createUnknownId } from '#redaction/made-up-values';
import { expectRenewals, expectToOpen, hasAllScopes, requestTokens, requireToken } from './issued.ts';

// The reference does not show the owner of the states' intents and orders: another user's token may be rejected.
test('handles a cancellation with an issued token', covers('TOK-19'), async ({ call, given }) => {
  const { access_token: _, ...path } = await given('a queued payment intent');
  const full = (await requestTokens('client_credentials', call, given)).find(({ exchange }) => hasAllScopes(exchange));

  for (const { exchange } of [...(await codeAndRenewal(call, given)), ...(full ? [full] : [])]) {
    const response = await call('point-payment-intents', { token: requireToken(exchange, 'access_token'), path });
    if (!isSuccess(response.status)) await expect(response).toBeHandled();
    await expectNotCalledInvalid(exchange, response, isUnauthorized, async () => {
      const { access_token: token } = await given('an access token');
      return call('point-payment-intents', { token, path });
    });
  }
});

test('handles a deletion with an issued token', covers('TOK-19'), async ({ call, given }) => {
  const { access_token, ...path } = await given('an open in-store order');
  const external_pos_id = createUnknownId('external_pos_id');

  for (const { exchange } of await codeAndRenewal(call, given)) {
    const token = requireToken(exchange, 'access_token');
    const user_id = `${getIdentity(exchange, 'user_id')}`;
    const isOfSeller = user_id === path.user_id;
    const response = await call('instore-orders', { token, path: isOfSeller ? path : { user_id, external_pos_id } });
    if (isOfSeller) return expectToOpen(exchange, response);
    if (!isSuccess(response.status)) await expect.soft(response, 'with an issued token').toBeHandled();
    await expectNotCalledInvalid(exchange, response, isDenied, () =>
      call('instore-orders', { token: access_token, path: { ...path, external_pos_id } }),
    );
  }
});

const isUnauthorized = ({ status }: Exchange): boolean => status === 401;
const isDenied = (response: Exchange): boolean => hasErrorCode(response, 'invalid_access_token');

/** Returns the responses with the token of a code and that of its last renewal. */
async function codeAndRenewal(call: Call, given: Given): Promise<readonly Issued[]> {
  const chain = await expectRenewals(call, given);
  return [...chain.slice(0, 1), ...chain.slice(1).slice(-1)].filter(({ exchange }) => isSuccess(exchange.status));
}

/** Expects that a token with all scopes is not called invalid, unless that of a state is in the same place. */
async function expectNotCalledInvalid(
  issued: Exchange,
  response: Exchange,
  isInvalid: (response: Exchange) => boolean,
  askWithStateToken: () => Promise<Exchange>,
): Promise<void> {
  if (isSuccess(response.status)) return expect(response).toBeAccepted();
  if (!hasAllScopes(issued) || !isInvalid(response)) return;
  await expect(response).toHold('an issued token that is not called invalid', isInvalid(await askWithStateToken()));
}
