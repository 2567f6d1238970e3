import type { RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { readSharedChannels } from '#run/channels';
import { readSettings } from '#run/settings/settings';
import { createGuard, readTokenUser } from '#safety/guard';
import { expect, runSuite, type Serve, slow, test } from '../tools/fixtures.ts';
import guard from './guard.json' with { type: 'json' };

type Values = Record<string, unknown>;

/** A request that reached the platform, and the number of earlier requests for the same state or operation. */
type Asked = Readonly<{ what: string; body: Values; before: number }>;

/** Changes the platform's response; undefined keeps it. */
type Trick = (asked: Asked, values: Values) => Values | undefined;

const listed = 7001;
const unlistedUser = 9009;

function getToken(user: number): string {
  return `APP_USR-1234567890123456-112201-${'0a1b2c3d4e5f6a7b'}${Math.random().toString(16).slice(2, 10)}-${user}`;
}

/** Returns a platform that the guard must take for production and that accepts every request. */
function newPlatform(trick: Trick) {
  const asked: string[] = [];
  const carried: string[] = [];
  const listener: RequestListener = async (request, response) => {
    const body = Object(await json(request).catch(() => ({})));
    const what = request.url === '/_states' ? String(body.state) : `${request.method} ${request.url}`;
    const before = asked.filter((each) => each === what).length;
    if (body.action !== 'teardown') asked.push(what);
    carried.push(request.headers.authorization ?? '');
    const usual = responseTo(what, body, request.headers.authorization);
    const { status = 200, location, ...values } = trick({ what, body, before }, usual) ?? usual;
    const fields = { 'content-type': 'application/json', ...(location ? { location: String(location) } : {}) };
    response.writeHead(Number(status), fields).end(JSON.stringify(values));
  };
  return { listener, asked, carried };
}

function responseTo(what: string, body: Values, authorization = ''): Values {
  const application = { client_id: '1234567890123456', client_secret: 'k7Qz93hd', redirect_uri: 'https://a.example/' };
  if (body.state !== undefined)
    return {
      ...{ ...application, code: `TG-${Math.random()}`, user_id: listed },
      ...{ access_token: getToken(listed), refresh_token: `TG-1a2b-${listed}` },
    };
  if (what === 'POST /oauth/token')
    return body.grant_type === undefined
      ? { status: 400, error: 'invalid_request' }
      : { access_token: getToken(listed), user_id: listed, token_type: 'bearer', live_mode: true };
  return authorization.includes(`-${listed}`) ? { status: 201, id: `p${Math.random()}` } : { status: 401 };
}

const creation = 'POST /checkout/preferences';
const few = ['--project=checkout-preferences', '--grep=@PRF-0[1-3]|@PRF-1'];

async function runOn(serve: Serve, trick: Trick, ...chosen: string[]) {
  const { listener, asked, carried } = newPlatform(trick);
  const origin = await serve(listener);
  const target = { BASE_URL: origin, PROVIDER_STATES_URL: `${origin}/_states`, PRODUCTION_HOSTS: '127.0.0.1' };
  const variables = { ...target, TEST_ACCOUNTS: `${listed},7002` };
  const run = await runSuite(variables, '--workers=1', ...(chosen.length > 0 ? chosen : few));
  return { ...run, guard: run.document().guard, asked, carried };
}

test('a production host gets the tokens of listed users alone, no redirect is followed', slow, async ({ serve }) => {
  const elsewhere = newPlatform(() => undefined);
  const location = `${await serve(elsewhere.listener)}/checkout/preferences`;
  const run = await runOn(serve, ({ what, before }) =>
    what === creation && before === 1 ? { status: 307, location } : undefined,
  );

  expect(run.guard.stopped).toBeNull();
  expect(run.asked.filter((each) => each === creation).length).toBeGreaterThan(2);
  expect(elsewhere.asked).toEqual([]);
  expect(run.asked.indexOf('POST /oauth/token')).toBeLessThan(run.asked.indexOf(creation));
});

const other = { access_token: getToken(unlistedUser), user_id: unlistedUser };

const waysRound: readonly (readonly [what: string, trick: Trick, says: string])[] = [
  [
    'a state of another user late in the run',
    ({ what, before }, values) => (what === 'an access token' && before === 3 ? { ...values, ...other } : undefined),
    `the state "an access token" belongs to the user ${unlistedUser}`,
  ],
  [
    'a state that names a listed user with the token of another',
    ({ body }, values) => (body.state === undefined ? undefined : { ...values, access_token: other.access_token }),
    `belongs to the user ${unlistedUser}`,
  ],
  [
    'a token answer for another user',
    ({ body }, values) => (body.grant_type === undefined ? undefined : { ...values, ...other }),
    `a token response belongs to the user ${unlistedUser}`,
  ],
  [
    'a token without a known owner',
    ({ body }, values) => (body.state === undefined ? undefined : { ...values, access_token: 'opaque-4f1d9c7e2b60' }),
    'neither a token response nor the token itself shows the user of the token of',
  ],
];

for (const [what, trick, says] of waysRound) {
  const tag = what === 'a token answer for another user' ? '@long' : '@slow';
  test(`with TEST_ACCOUNTS ${what} ends the run before it is used`, { tag }, async ({ serve }) => {
    const run = await runOn(serve, trick);

    expect(run.guard.stopped).toContain(says);
    expect(run.carried.filter((token) => /opaque|-9009$/.test(token))).toEqual([]);
    expect(run.code).toBe(1);
    expect(run.prose).toContain('After that, nothing was sent.');
  });
}

test('with TEST_ACCOUNTS a refresh that changes the user ends the run, token requests too', slow, async ({ serve }) => {
  const sentAfter: string[] = [];
  let hasChanged = false;
  const change: Trick = ({ what, body }, values) => {
    if (hasChanged && body.state === undefined) sentAfter.push(what);
    if (body.grant_type !== 'refresh_token') return undefined;
    hasChanged = true;
    return { ...values, ...other };
  };

  expect((await runOn(serve, change, '--project=oauth-token')).guard.stopped).toContain(`the user ${unlistedUser}`);
  expect([hasChanged, sentAfter]).toEqual([true, []]);
});

test('a token request may carry a token of no known user; a refresh token of another user ends the run', async () => {
  const guarded = { ...readSettings({}), TEST_ACCOUNTS: [`${listed}`] };
  const { checkState, checkRequest, checkToken } = createGuard(guarded, {});
  checkState('an access token', { access_token: 'opaque-4f1d9c7e2b60' });
  const headers = { authorization: 'Bearer opaque-4f1d9c7e2b60' };
  await checkRequest({ endpoint: 'oauth-token', method: 'POST', url: '', headers }, {}, async () => undefined);

  expect(() => checkState('a refresh token', { refresh_token: `TG-1a2b-${unlistedUser}` })).toThrow('the user 9009');
  const text = JSON.stringify({ access_token: getToken(unlistedUser), user_id: listed });
  const issued = { status: 200, headers: {}, text, json: JSON.parse(text), milliseconds: 1 };
  expect(() => checkToken(issued)).toThrow('a token response belongs to the user 9009');
  expect(readSharedChannels()).toHaveProperty('guard'); // a shard hands it to the merge
});

for (const [text, user] of guard.tokenUsers)
  test(`the user that ${text} names is ${user ?? 'none'}`, () =>
    expect(readTokenUser(`${text}`)).toBe(user ?? undefined));
