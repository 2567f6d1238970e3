import { chmodSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { readSettings } from '../../suite/run/settings/settings.ts';
import { startFront } from '../tools/front.ts';
import { ownFolder } from '../tools/own-folder.ts';
import { runSuite } from '../tools/run-suite.ts';

test('a refresh token that rotates is carried on to the next run, in a file that its owner alone can read', {
  tag: '@long',
}, async () => {
  const front = await startFront();
  const body = JSON.stringify({ state: 'a refresh token', params: {}, action: 'setup' });
  const headers = { 'content-type': 'application/json' };
  const state = Object(await (await fetch(front.statesUrl, { method: 'POST', headers, body })).json());
  const store = path.join(ownFolder('store'), 'tokens');
  const variables = {
    BASE_URL: front.baseUrl,
    STATES_STORE: store,
    STATE_A_REFRESH_TOKEN__REFRESH_TOKEN: state.refresh_token,
    STATE_A_REFRESH_TOKEN__CLIENT_ID: state.client_id,
    STATE_A_REFRESH_TOKEN__CLIENT_SECRET: state.client_secret,
  };
  const refreshed = () =>
    front.seen.flatMap((seen) => {
      const [sent, answer] = [seen.body, seen.answer?.text ?? ''].map((each) =>
        Object(JSON.parse(each || '{}')),
      );
      return sent.grant_type === 'refresh_token' && seen.answer?.status === 200 ? [{ sent, answer }] : [];
    });
  await runSuite(variables, '--project=oauth-token', '--grep=@TOK-09');
  const last = refreshed().at(-1)?.answer.refresh_token;
  const before = refreshed().length;
  const second = await runSuite(variables, '--project=oauth-token', '--grep=@TOK-09');
  await front.close();

  expect(refreshed()[0]?.sent.refresh_token).toBe(state.refresh_token);
  expect(last).not.toBe(state.refresh_token);
  expect(refreshed()[before]?.sent.refresh_token).toBe(last);
  expect(second.output).not.toContain(last);
  expect(statSync(store).mode & 0o777).toBe(0o600);
  expect(readFileSync(store, 'utf8')).not.toContain(state.refresh_token);
  chmodSync(store, 0o644);
  expect(() => readSettings({ STATES_STORE: store })).toThrow('that its owner alone can read (chmod 600)');
});
