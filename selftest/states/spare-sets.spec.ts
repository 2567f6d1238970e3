import { expect, test } from '@playwright/test';
import { createPlainSend } from '#http/plain-send';
import { createSpares, type StatesClient } from '#http/states-client';
import { startProvider } from '#mock/server';
import { provideStates } from '../../src/assertions/given.ts';

/** Counts what is sent to a provider that gives several sets or one, while a test takes nine codes. */
async function takeCodes(severalSets: boolean) {
  const { statesUrl, close } = await startProvider({ severalSets });
  const actions: string[] = [];
  const send = createPlainSend({}, 10);
  const counted: StatesClient['setup'] = (request) => {
    actions.push(JSON.parse(request.body ?? '').action);
    return send(request);
  };
  const client = { url: statesUrl, setup: counted, teardown: counted, spares: createSpares() };
  const { given, teardown } = provideStates(client, () => undefined);
  const codes: string[] = [];
  for (let taken = 0; taken < 9; taken += 1) codes.push((await given('an authorization code')).code);
  await teardown();
  await close();
  return { different: new Set(codes).size, actions: actions.toSorted() };
}

test('a target that gives eight sets is asked twice for nine codes, and ends none', async () => {
  expect(await takeCodes(true)).toEqual({ different: 9, actions: ['setup', 'setup'] });
});

test('a target that gives one set is asked for each, and ends each', async () => {
  const nine = (action: string) => Array.from({ length: 9 }, () => action);

  expect(await takeCodes(false)).toEqual({ different: 9, actions: [...nine('setup'), ...nine('teardown')] });
});

test('a set is forgotten when it is a minute old', () => {
  let now = 0;
  const { keep, take } = createSpares(() => now);
  keep('a state', [{ code: '1' }, { code: '2' }]);
  const first = take('a state');
  now = 60_000;

  expect([first, take('a state')]).toEqual([{ code: '1' }, undefined]);
});
