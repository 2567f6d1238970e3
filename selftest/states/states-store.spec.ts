import { chmodSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { readSettings } from '#run/settings/settings';
import { sealed, unsealed } from '#run/states-store';
import { expect, ownFolder, runSuite, setUpState, slow, test } from '../tools/fixtures.ts';
import { startFront } from '../tools/front.ts';

const key = 'not-drawn-at-random-0123456789abcdef';

test('a rotating refresh token is carried to the next run in an encrypted private file', slow, async ({ open }) => {
  const front = await open(startFront());
  const {
    refresh_token = '',
    client_id = '',
    client_secret = '',
  } = await setUpState(front.statesUrl, 'a refresh token');
  const store = path.join(ownFolder('store'), 'of/this', 'tokens');
  const variables = {
    BASE_URL: front.baseUrl,
    STATES_STORE: store,
    STATES_STORE_KEY: key,
    STATE_A_REFRESH_TOKEN__REFRESH_TOKEN: refresh_token,
    STATE_A_REFRESH_TOKEN__CLIENT_ID: client_id,
    STATE_A_REFRESH_TOKEN__CLIENT_SECRET: client_secret,
  };
  const refreshed = () =>
    front.seen.flatMap((seen) => {
      const [sent, answer] = [seen.body, seen.answer?.text ?? ''].map((each) => Object(JSON.parse(each || '{}')));
      return sent.grant_type === 'refresh_token' && seen.answer?.status === 200 ? [{ sent, answer }] : [];
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

test('what is sealed is opened with its key alone, unchanged alone, and stands in clear where there is no key', () => {
  const line = sealed('{"token":"TG-1"}', key);
  const flipped = `${line.startsWith('A') ? 'B' : 'A'}${line.slice(1)}`;

  expect(line).not.toBe(sealed('{"token":"TG-1"}', key));
  expect(unsealed(line, key)).toBe('{"token":"TG-1"}');
  expect([unsealed(line, `${key}2`), unsealed(flipped, key), unsealed('cut sh', key)]).toEqual(
    [0, 0, 0].map(() => undefined),
  );
  expect(unsealed(sealed('{"token":"TG-1"}', ''), '')).toBe('{"token":"TG-1"}');
  expect(() => readSettings({ STATES_STORE_KEY: 'short' })).toThrow(
    /^STATES_STORE_KEY is invalid\. Expected 32 or more random characters/,
  );
});
