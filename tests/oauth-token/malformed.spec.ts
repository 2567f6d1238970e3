import { brokenJson, extendedJson, withByteOrderMark } from '../../factories/malformed/malformed.ts';
import { validRequest } from '../../suite/fixtures/control/controls.ts';
import { expect } from '../../suite/fixtures/expect.ts';
import { sideBySide } from '../../suite/fixtures/side-by-side.ts';
import { test } from '../../suite/fixtures/test.ts';
import type { Refusal } from '../wrong-tokens.ts';
import { covers } from './requirements.ts';

const malformed: Refusal = [400, 'invalid_request'];

for (const { words, ways, covering } of [
  { words: 'broken JSON', ways: brokenJson, covering: covers('TOK-26') },
  { words: 'JSON with extensions', ways: extendedJson, covering: covers('TOK-51') },
]) {
  test(`refuses ${words}`, covering, async ({ provoke, given, tag }) => {
    const { body, ...valid } = await validRequest('oauth-token', given, tag);

    const answered = sideBySide(ways, ({ of }) =>
      provoke('oauth-token', { ...valid, text: of(JSON.stringify(body)) }),
    );

    for await (const [{ name }, response] of answered)
      await expect.soft(response, name).toBeError(...malformed);
  });
}

test('handles JSON behind a byte order mark', covers('TOK-47'), async ({ call, given, tag }) => {
  const { body, ...valid } = await validRequest('oauth-token', given, tag);

  const response = await call('oauth-token', { ...valid, text: withByteOrderMark(JSON.stringify(body)) });

  await expect(response).toBeHandled();
});
