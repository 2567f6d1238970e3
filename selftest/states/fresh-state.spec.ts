import { connect } from '#assertions/connection';
import { provideStates } from '#assertions/given';
import { createPlainSend } from '#http/send';
import { createSpares, type StatesClient } from '#http/states-client';
import { createThrottle } from '#http/throttle';
import { startProvider } from '#mock/server';
import { createRunContext } from '#run/process/sources';
import { expect, long, runCommand, test } from '../tools/fixtures.ts';

const own = (token: string) => `STATE_AN_ACCESS_TOKEN__ACCESS_TOKEN='${token}'\nSTATE_AN_ACCESS_TOKEN__USER_ID='7'\n`;

test('the values of a state from the environment are printed for a shell, quoted', long, async () => {
  const values = { STATE_AN_ACCESS_TOKEN__ACCESS_TOKEN: "it's", STATE_AN_ACCESS_TOKEN__USER_ID: '7' };
  const { code, stdout } = await runCommand('state', ['an access token'], { BASE_URL, ...values });

  expect([code, stdout]).toEqual([0, own("it'\\''s")]);
});

test('a state prints its own names alone, and says what it dropped', long, async ({ serve }) => {
  const values = { access_token: "a';b", user_id: 7, live_mode: true, NODE_OPTIONS: '--x', PATH: '/x' };
  const url = await serve((_, response) => response.end(JSON.stringify(values)));

  const target = { BASE_URL: url, PROVIDER_STATES_URL: url };
  const { code, stdout, stderr } = await runCommand('state', ['an access token'], target);

  expect([code, stdout]).toEqual([0, own("a'\\'';b")]);
  expect(stderr).toMatch(/^Dropped NODE_OPTIONS, PATH\. Expected only access_token, user_id, .*\.\n$/);
});

const BASE_URL = 'http://127.0.0.1:1';

/** Returns the requests to a provider that gives several sets or one, while a test takes seventeen codes. */
async function takeCodes(severalSets: boolean) {
  const { statesUrl, close } = await startProvider({ severalSets });
  const actions: string[] = [];
  const send = createPlainSend({}, 10);
  const counted: StatesClient['setup'] = (request) => {
    actions.push(JSON.parse(request.body ?? '').action);
    return send(request);
  };
  const target = { BASE_URL: '', PROVIDER_STATES_URL: statesUrl };
  const connection = connect(target, createRunContext({}), createThrottle(Number.POSITIVE_INFINITY));
  const states = { url: statesUrl, setup: counted, teardown: counted, spares: createSpares() };
  const { given, teardown } = provideStates({ ...connection, states }, true);
  const codes: string[] = [];
  for (let taken = 0; taken < 17; taken += 1) codes.push((await given('an authorization code')).code);
  await teardown();
  await close();
  return { different: new Set(codes).size, actions: actions.toSorted() };
}

test('a target that gives sixteen sets is asked twice for seventeen codes, and ends none', async () => {
  expect(await takeCodes(true)).toEqual({ different: 17, actions: ['setup', 'setup'] });
});

test('a target that gives one set is asked for each, and ends each', async () => {
  const all = (action: string) => Array.from({ length: 17 }, () => action);

  expect(await takeCodes(false)).toEqual({ different: 17, actions: [...all('setup'), ...all('teardown')] });
});

test('a set is forgotten when it is a minute old', () => {
  let now = 0;
  const { keep, take } = createSpares(() => now);
  keep('a state', [{ code: '1' }, { code: '2' }]);
  const first = take('a state');
  now = 60_000;

  expect([first, take('a state')]).toEqual([{ code: '1' }, undefined]);
});
