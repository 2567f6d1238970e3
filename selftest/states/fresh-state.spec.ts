import { chmodSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { connect } from '#assertions/connection';
import { provideStates } from '#assertions/given';
import { createPlainSend } from '#http/send';
import { createSpares, type StatesClient } from '#http/states-client';
import { createThrottle } from '#http/throttle';
import { startProvider } from '#mock/server';
import { createRunContext } from '#run/process/sources';
import { readSettings } from '#run/settings/settings';
import { createStatesStore, sealText, unsealText } from '#run/states-store';
import { expect, long, ownFolder, runCommand, runSuite, setUpState, slow, test } from '../tools/fixtures.ts';
import { startFront } from '../tools/front.ts';

const own = (token: string) => `STATE_AN_ACCESS_TOKEN__ACCESS_TOKEN='${token}'\nSTATE_AN_ACCESS_TOKEN__USER_ID='7'\n`;

test('the values of a state from the environment are printed for a shell, quoted', long, async () => {
  const values = { STATE_AN_ACCESS_TOKEN__ACCESS_TOKEN: "it's", STATE_AN_ACCESS_TOKEN__USER_ID: '7' };
  const { code, stdout } = await runCommand('state', ['an access token'], { BASE_URL, ...values });

  expect([code, stdout]).toEqual([0, own("it'\\''s")]);
});

test('a state prints its own names alone, and says what it dropped', long, async ({ serve }) => {
  const values = { access_token: "a';b", user_id: 7, live_mode: true, NODE_OPTIONS: '--x', PATH: '/x' };
  const url = await serve((_, response) => setTimeout(() => response.end(JSON.stringify(values)), 1_500));

  const target = { BASE_URL: url, PROVIDER_STATES_URL: url, REQUEST_TIMEOUT: '1' }; // a state may take longer
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

test('a target that gives sixteen sets is asked twice for seventeen codes; one that gives one is asked and ends each', async () => {
  const all = (action: string) => Array.from({ length: 17 }, () => action);

  expect(await takeCodes(true)).toEqual({ different: 17, actions: ['setup', 'setup'] });
  expect(await takeCodes(false)).toEqual({ different: 17, actions: [...all('setup'), ...all('teardown')] });
});

test('a set is forgotten when it is a minute old', () => {
  let now = 0;
  const { keep, take } = createSpares(() => now);
  keep('a state', [{ code: '1' }, { code: '2' }]);
  const first = take('a state');
  now = 60_000;

  expect([first?.values, take('a state')]).toEqual([{ code: '1' }, undefined]);
});

const key = 'not-drawn-at-random-0123456789abcdef';

test('a rotating refresh token is carried to the next run in an encrypted private file', slow, async ({ open }) => {
  const front = await open(startFront());
  const values = await setUpState(front.statesUrl, 'a refresh token');
  const { refresh_token = '', client_id = '', client_secret = '' } = values;
  const store = path.join(ownFolder('store'), 'of/this', 'tokens');
  const variables = {
    ...{ BASE_URL: front.baseUrl, STATES_STORE: store, STATES_STORE_KEY: key },
    ...{ STATE_A_REFRESH_TOKEN__REFRESH_TOKEN: refresh_token, STATE_A_REFRESH_TOKEN__CLIENT_ID: client_id },
    STATE_A_REFRESH_TOKEN__CLIENT_SECRET: client_secret,
  };
  const refreshed = () =>
    front.seen.flatMap((seen) => {
      const [sent, response] = [seen.body, seen.answer?.text ?? ''].map((each) => Object(JSON.parse(each || '{}')));
      return sent.grant_type === 'refresh_token' && seen.answer?.status === 200 ? [{ sent, answer: response }] : [];
    });
  await runSuite(variables, '--project=oauth-token', '--grep=@TOK-09');
  const last = refreshed().at(-1)?.answer.refresh_token;
  const before = refreshed().length;
  const second = await runSuite(variables, '--project=oauth-token', '--grep=@TOK-09');
  const asked = front.seen.length;
  const others = await Promise.all(
    ['', key.toUpperCase()].map((STATES_STORE_KEY) => runSuite({ ...variables, STATES_STORE_KEY }, '--grep=@TOK-09')),
  );

  expect(refreshed()[0]?.sent.refresh_token).toBe(refresh_token);
  expect(last).not.toBe(refresh_token);
  expect(refreshed()[before]?.sent.refresh_token).toBe(last);
  expect(second.output).not.toContain(last);
  expect(statSync(store).mode & 0o777).toBe(0o600);
  for (const token of [refresh_token, last]) expect(readFileSync(store, 'utf8')).not.toContain(token);
  expect(others.map(({ code }) => code)).toEqual([4, 4]);
  expect(others.map(({ output }) => output.trim())).toEqual([
    expect.stringMatching(/^STATES_STORE \(.*\) cannot be read without STATES_STORE_KEY\. [^\n]*$/),
    expect.stringMatching(/^STATES_STORE \(.*\) cannot be read with this STATES_STORE_KEY\. [^\n]*$/),
  ]);
  expect(front.seen).toHaveLength(asked);
  chmodSync(store, 0o644);
  expect(() => readSettings({ STATES_STORE: store })).toThrow('that only its owner can read (chmod 600)');
});

test('a run takes the last of the refresh tokens that earlier runs were issued for one', () => {
  const settings = { STATES_STORE: path.join(ownFolder('store'), 'tokens'), STATES_STORE_KEY: key };
  const { getLatestToken, storeToken } = createStatesStore(settings);
  storeToken(getLatestToken('TG-1'), 'TG-2');
  for (const issued of ['TG-3', 'TG-2', '', undefined]) storeToken('TG-2', issued);

  const next = createStatesStore(settings);
  expect(next.getLatestToken('TG-1')).toBe('TG-3');
  next.storeToken('TG-3', 'TG-4');
  expect(createStatesStore(settings).getLatestToken('TG-1')).toBe('TG-4');
});

test('what is sealed is opened with its key alone, unchanged alone, and stands in clear where there is no key', () => {
  const line = sealText('{"token":"TG-1"}', key);
  const flipped = `${line.startsWith('A') ? 'B' : 'A'}${line.slice(1)}`;

  expect(line).not.toBe(sealText('{"token":"TG-1"}', key));
  expect(unsealText(line, key)).toBe('{"token":"TG-1"}');
  for (const [text, by] of [[line, `${key}2`] as const, [flipped, key] as const, ['cut sh', key] as const])
    expect(unsealText(text, by)).toBeUndefined();
  expect(unsealText(sealText('{"token":"TG-1"}', ''), '')).toBe('{"token":"TG-1"}');
});
