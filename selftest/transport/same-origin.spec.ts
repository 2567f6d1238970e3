import { buildRequest } from '#http/request';
import { expect, long, runSuite, test } from '../tools/fixtures.ts';
import idsOfPaths from './ids-of-paths.json' with { type: 'json' };

test('does not follow a redirect to another server, and sends no token there', long, async ({ serve }) => {
  const tokens: unknown[] = [];
  const elsewhere: unknown[] = [];
  const other = await serve(({ url }, response) => {
    elsewhere.push(url);
    response.end('{}');
  });
  const target = await serve(({ url, headers: { authorization } }, response) => {
    tokens.push(authorization);
    response.writeHead(authorization === undefined ? 400 : 307, { location: `${other}${url}` }).end();
  });
  const token = 'APP_USR-1-010100-never-elsewhere';
  const values = { user_id: '1', external_pos_id: `//${new URL(other).host}/x`, access_token: token };
  const states = await serve((_, response) => response.end(JSON.stringify(values)));

  const variables = { BASE_URL: target, PROVIDER_STATES_URL: states };
  const run = await runSuite(variables, '--project=instore-orders', '--grep=@ORD-01');

  expect(run.row('ORD-01')?.outcome).toBe('failed');
  expect(run.row('ORD-01')?.reason).toContain('returned 307.');
  expect(tokens).toContain(`Bearer ${token}`);
  expect(elsewhere).toEqual([]);
});

for (const hostile of idsOfPaths)
  test(`a path parameter ${JSON.stringify(hostile)} leaves neither the origin nor its place`, () => {
    const { url } = buildRequest({ BASE_URL: 'http://127.0.0.1:1/v1', TARGET: '' }, 'instore-orders', {
      path: { user_id: '1', external_pos_id: hostile },
    });

    const { origin, pathname, search, hash } = new URL(url);
    const [, place = ''] = /^\/v1\/instore\/qr\/seller\/collectors\/1\/pos\/([^/]+)\/orders$/.exec(pathname) ?? [];
    expect([origin, search, hash]).toEqual(['http://127.0.0.1:1', '', '']);
    expect(decodeURIComponent(place)).toBe(hostile);
  });

test('a header of the test replaces that of the sandbox, which no other target gets', () => {
  const getScope = (TARGET: string, headers = {}) => {
    const path = { device_id: 'd', payment_intent_id: 'p' };
    const request = buildRequest({ BASE_URL: 'http://127.0.0.1:1', TARGET }, 'point-payment-intents', {
      path,
      headers,
    });
    return request.headers['x-test-scope'];
  };
  const scopes = [getScope('sandbox'), getScope('sandbox', { 'x-test-scope': 'other' }), getScope('lab')];
  expect(scopes).toEqual(['sandbox', 'other', undefined]);
});

for (const step of ['.', '..'])
  test(`a path parameter ${step} is not sent`, () => {
    const path = { user_id: '1', external_pos_id: step };

    expect(() => buildRequest({ BASE_URL: 'http://127.0.0.1:1', TARGET: '' }, 'instore-orders', { path })).toThrow(
      `not exercised: the external_pos_id "${step}" of a provider state cannot be part of a URL`,
    );
  });
