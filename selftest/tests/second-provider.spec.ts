import { expect } from '@playwright/test';
import { formNames } from '../second-provider/choices/form-names.ts';
import { test, texts } from '../second-provider/http/asking.ts';

for (const form of [...formNames, 'random:1', 'random:2', 'random:3'] as const) {
  test(`${form}: a code gives a token with which a test user is created`, async ({ start }) => {
    const { provider, ask } = await start(form);

    const grant = provider.provide('an authorization code');
    const token = await ask('/oauth/token', { body: { ...grant, grant_type: 'authorization_code' } });
    const access = JSON.parse(token.text).access_token;
    const sent = { site_id: 'MLA', description: ' Compradora de prueba ✓ ' };
    const user = await ask('/users/test', { body: sent, token: access });

    expect(token.told).toMatchObject({
      token_type: 'bearer',
      expires_in: 15_552_000,
      user_id: expect.any(Number),
    });
    expect(access.startsWith('APP_USR')).toBe(true);
    expect(user.told).toMatchObject({ ...sent, id: expect.any(Number), password: expect.any(String) });
    expect(Date.parse(JSON.parse(user.text).date_created)).toBeGreaterThan(Date.now() - 60_000);
    expect(user.type).toMatch(/^application\/([\w.]+\+)?json/i);
  });

  test(`${form}: refusals of the token operation name the listed code`, async ({ start }) => {
    const { provider, ask } = await start(form);
    const token = async (state: string, changes: object) => {
      const body = { grant_type: 'authorization_code', ...provider.provide(state), ...changes };
      const { status, told } = await ask('/oauth/token', { body });
      return [status, ...texts(told)];
    };
    const refresh = { grant_type: 'refresh_token' };

    expect(await token('an authorization code', { unheard_of: 'x' })).toContain('invalid_request');
    expect(await token('an authorization code', { client_secret: 'wrong' })).toContain('invalid_client');
    expect(await token('an authorization code', { scope: 'fly' })).toContain('invalid_scope');
    expect(await token('an authorization code', { grant_type: 'constructor' })).toContain('unsupported_grant_type');
    expect(await token('an authorization code older than ten minutes', {})).toContain('invalid_grant');
    expect(await token('an expired refresh token', refresh)).toContain('invalid_grant');
    expect(await token('a refresh token of another user', refresh)).toContain('forbidden');
    expect(await token('an application over its rate limit', refresh)).toEqual(
      expect.arrayContaining([429, 'local_rate_limited']),
    );
  });

  test(`${form}: a parameter that is written twice is an invalid request`, async ({ start }) => {
    const { provider, ask } = await start(form);

    const grant = JSON.stringify({
      ...provider.provide('an authorization code'),
      grant_type: 'authorization_code',
    });
    const answer = await ask('/oauth/token', {
      body: `{"grant\\u005ftype":"authorization_code",${grant.slice(1)}`,
    });

    expect([answer.status, ...texts(answer.told)]).toEqual(expect.arrayContaining([400, 'invalid_request']));
  });
}
