import { expect, test } from '@playwright/test';
import { states } from '#mock/world/states';
import { withProvider } from '../tools/mock-client.ts';

const prefixed = { prefix: '/v1/pay' };
const grant_type = 'authorization_code';

for (const state of states.keys()) {
  test(`${state} has fresh values at each setup, and a teardown`, () =>
    withProvider(prefixed, async ({ given }) => {
      const first = await given(state);
      const second = await given(state);
      const teardown = await given(state, 'teardown');

      expect(Object.keys(first.json)).toEqual(Object.keys(second.json));
      for (const [name, value] of Object.entries(first.json)) expect(second.json[name]).not.toBe(value);
      expect([first.status, teardown.status]).toEqual([200, 200]);
    }));
}

test('an unknown state is answered 404 in JSON', () =>
  withProvider(prefixed, async ({ given }) => {
    const answer = await given('constructor');

    expect(answer).toMatchObject({ status: 404, json: { error: expect.any(String) } });
  }));

test('a hundred codes are exchanged at once, each for its own user', () =>
  withProvider(prefixed, async ({ given, ask }) => {
    const exchanged = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const grant = (await given('an authorization code')).json;
        const token = (await ask('/oauth/token', { body: { ...grant, grant_type } })).json;
        return { ...token, client_id: grant.client_id };
      }),
    );

    for (const token of exchanged)
      expect(token).toMatchObject({ access_token: expect.stringContaining(`APP_USR-${token.client_id}-`) });
    expect(new Set(exchanged.map((token) => JSON.stringify(token))).size).toBe(100);
  }));

test('a code of ten minutes and a second is expired, and a fresh one is not', () =>
  withProvider(prefixed, async ({ given, ask }) => {
    const old = (await given('an authorization code older than ten minutes')).json;
    const fresh = (await given('an authorization code')).json;

    const refused = await ask('/oauth/token', { body: { ...old, grant_type } });
    const accepted = await ask('/oauth/token', { body: { ...fresh, grant_type } });

    expect(refused).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
    expect(accepted.status).toBe(200);
  }));
