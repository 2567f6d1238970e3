import { covers } from '#api/covers';
import { getText } from '#api/exchange';
import { expect, test } from '#assertions/test';
import { madeUp } from '#factories/near-misses/texts';
import { type Grant, type GrantType, toBasic, tokenRequest } from '#factories/request-bodies';
import { tryOptional } from '#run/skip';
import { FOREIGN } from './invalid.ts';
import { requireToken } from './issued.ts';

for (const { what, id, grant, as, more } of [
  { what: 'refresh_token', id: 'TOK-34', grant: 'authorization_code', as: 'code', more: '' },
  { what: 'refresh_token', id: 'TOK-23', grant: 'authorization_code', as: 'refresh_token', more: '' },
  { what: 'refresh_token', id: 'TOK-31', grant: 'authorization_code', as: 'refresh_token', more: ' with any code' },
  { what: 'access_token', id: 'TOK-31', grant: 'authorization_code', as: 'code', more: '' },
  { what: 'access_token', id: 'TOK-36', grant: 'refresh_token', as: 'refresh_token', more: '' },
  { what: 'code', id: 'TOK-35', grant: 'refresh_token', as: 'refresh_token', more: '' },
] as const)
  test(`rejects the ${what} of an exchange as the ${as} of ${grant}${more}`, covers(id), async ({ call, given }) => {
    const { code, ...right } = await given('an authorization code');
    const issued = await call('oauth-token', { body: tokenRequest('authorization_code', { ...right, code }) });
    await expect(issued).toBeAccepted();
    const made = more === '' ? {} : { code: madeUp(code) };
    const sent = { ...made, [as]: what === 'code' ? code : requireToken(issued, what) };

    const body = { ...tokenRequest(grant, { ...right, ...sent }), ...sent };
    // An access token has a form of its own: it may count as an unsupported value, and the code is missing once (7).
    const codes = ['invalid_grant', ...(what === 'access_token' || what === as ? ['invalid_request'] : [])];
    for (const time of ['the first time', 'the second time'])
      await expect(await call('oauth-token', { body }), time).toBeError(400, codes);
  });

// What is used, and wrong or of another application: the reference does not show which error comes first (7).
const usedUp = [...FOREIGN, 'invalid_request', 'forbidden'];

test('rejects a made-up client_secret after the right one', covers('TOK-29'), async ({ call, given }) => {
  const grant = await given('an authorization code');
  const issued = await call('oauth-token', { body: tokenRequest('authorization_code', grant) });
  await expect(issued).toBeAccepted();
  const refresh_token = requireToken(issued, 'refresh_token');
  await call('oauth-token', { body: tokenRequest('client_credentials', grant) }); // judged by TOK-11
  const body = tokenRequest('refresh_token', { ...grant, refresh_token, client_secret: madeUp(grant.client_secret) });
  const { client_secret } = grant;
  await call('oauth-token', { body: { ...body, client_secret, refresh_token: madeUp(refresh_token) } }); // has an error of its own
  await expect(await call('oauth-token', { body })).toBeError(400, 'invalid_client');
  // The example has no Authorization header (4, row 1): how a target rejects one is not shown.
  for (const authorization of [`Bearer ${requireToken(issued, 'access_token')}`, toBasic(grant)]) {
    const response = await call('oauth-token', { body, headers: { authorization } });
    await expect(response, `with the right values, as ${authorization.split(' ')[0]}`).toBeError('4xx');
  }
  const withKey = { ...body, client_secret: getText(issued.json, 'public_key') };
  await expect(await call('oauth-token', { body: withKey })).toBeError(400, ['invalid_client', 'invalid_request']);
  await call('oauth-token', { body: tokenRequest('refresh_token', { ...grant, refresh_token }) });
  for (const used of [body, { ...tokenRequest('authorization_code', grant), client_secret: body.client_secret }])
    await expect(await call('oauth-token', { body: used }), 'used').toBeError(400, ['invalid_client', ...usedUp]);
});

test("rejects another application's code, after an own one and used", covers('TOK-33'), async ({ call, given }) => {
  const grant = await given('an authorization code');
  const second = await tryOptional(() => given('an authorization code'));
  const own = second?.client_id === grant.client_id ? undefined : second;
  const { client_id, client_secret, redirect_uri } = own ?? (await given('another application'));
  const ask = (values: Grant) => call('oauth-token', { body: tokenRequest('authorization_code', values) });
  if (own) await ask(own);

  await expect(await ask({ ...grant, client_id, client_secret, redirect_uri })).toBeError(400, FOREIGN);
  await ask(grant);
  for (const uri of [redirect_uri, grant.redirect_uri])
    await expect(await ask({ ...grant, client_id, client_secret, redirect_uri: uri }), 'used').toBeError(400, usedUp);
});

test('rejects from another application what each grant gave', covers('TOK-39'), async ({ call, given }) => {
  const other = await given('another application');
  const [grant, renewed] = [await given('an authorization code'), await given('an authorization code')];
  const ask = (type: GrantType, values: Grant) => call('oauth-token', { body: tokenRequest(type, values) });
  const code = await ask('authorization_code', grant);
  requireToken(code, 'refresh_token');
  const refresh_token = requireToken(await ask('authorization_code', renewed), 'refresh_token');
  const renewal = await ask('refresh_token', { ...renewed, refresh_token });

  for (const { json } of [code, renewal, await ask('client_credentials', grant)]) {
    const foreign = getText(json, 'refresh_token');
    if (foreign === '') continue; // only a code is said to give one (2.1)
    await expect(await ask('refresh_token', { ...other, refresh_token: foreign })).toBeError(400, FOREIGN);
  }
  // Used, and of another application; last, because it may end the tokens that it gave.
  await expect(await ask('refresh_token', { ...other, refresh_token })).toBeError(400, usedUp);
});
