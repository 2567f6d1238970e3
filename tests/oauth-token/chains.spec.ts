import { tokenRequest } from '../../factories/token-request.ts';
import { type Exchange, identityOf, isSuccess, textOf } from '../../suite/core/exchange.ts';
import { expect } from '../../suite/fixtures/expect.ts';
import { sideBySide } from '../../suite/fixtures/side-by-side.ts';
import { test } from '../../suite/fixtures/test.ts';
import { givenTimes } from '../at-once.ts';
import { tokenIn } from './issued.ts';
import { covers } from './requirements.ts';

const RENEWALS = 4;

const userOf = (exchange: Exchange) => identityOf(exchange, 'user_id');

test('keeps the user of a code through four renewals', covers('TOK-17'), async ({ call, given }) => {
  const grant = await given('an authorization code');
  const first = await call('oauth-token', { body: tokenRequest('authorization_code', grant) });
  await expect(first).toBeAccepted();

  let refresh_token = tokenIn(first, 'refresh_token');
  let isUsed = false;
  for (let renewal = 1; renewal <= RENEWALS; renewal += 1) {
    const body = tokenRequest('refresh_token', { ...grant, refresh_token });
    const renewed = await call('oauth-token', { body });
    // Whether a refresh token works twice is not shown: where no new one came, the chain may end here.
    if (isUsed && !isSuccess(renewed.status)) break;
    await expect(renewed, `renewal ${renewal}`).toBeAccepted();
    await expect(renewed).toHold(
      `the user_id of the code, renewal ${renewal}`,
      userOf(renewed) === userOf(first),
    );
    const next = textOf(renewed.json, 'refresh_token');
    isUsed = next === '' || next === refresh_token;
    refresh_token = next || refresh_token;
  }
});

test('answers exchanges side by side each with its own tokens', covers('TOK-18'), async ({ call, given }) => {
  const grants = await givenTimes(given, 4, 'an authorization code');
  const exchange = (grant: (typeof grants)[number]) =>
    call('oauth-token', { body: tokenRequest('authorization_code', grant) });
  const tokens = new Set<string>();

  for await (const [grant, issued] of sideBySide(grants, exchange)) {
    await expect(issued).toBeAccepted();
    tokens.add(tokenIn(issued, 'access_token'));
    const refresh_token = tokenIn(issued, 'refresh_token');
    const renewed = await call('oauth-token', {
      body: tokenRequest('refresh_token', { ...grant, refresh_token }),
    });
    await expect(renewed).toBeAccepted();
    await expect(renewed).toHold('the user of its own code', userOf(renewed) === userOf(issued));
    await expect(issued).toHold('a token for each exchange', tokens.size > grants.indexOf(grant));
  }
});
