import { tokenRequest } from '../../factories/token-request.ts';
import { expect } from '../../suite/fixtures/expect.ts';
import { record } from '../../suite/fixtures/record.ts';
import { test } from '../../suite/fixtures/test.ts';
import { expectSomeOfThree } from '../at-once.ts';
import { covers } from './requirements.ts';

for (const { words, grant, state, covering } of [
  {
    words: 'a code',
    grant: 'authorization_code',
    state: 'an authorization code',
    covering: covers('TOK-55', 'TOK-79'),
  },
  {
    words: 'a refresh token',
    grant: 'refresh_token',
    state: 'a refresh token',
    covering: covers('TOK-55', 'TOK-80'),
  },
] as const) {
  test(`How many of three requests at once with ${words} succeed?`, covering, async ({ call, given }) => {
    const body = tokenRequest(grant, await given(state));

    record(await expectSomeOfThree(() => call('oauth-token', { body })));
    const once = await call('oauth-token', { body: { ...body, scope: 'read' } });
    await expect(once, 'once more, with a scope').toBeHandled();
  });
}
