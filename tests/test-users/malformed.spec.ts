import { brokenJson, extendedJson, withByteOrderMark } from '../../factories/malformed/malformed.ts';
import { creating } from '../../suite/core/covers.ts';
import { validRequest } from '../../suite/fixtures/control/controls.ts';
import { expect } from '../../suite/fixtures/expect.ts';
import { sideBySide } from '../../suite/fixtures/side-by-side.ts';
import { test } from '../../suite/fixtures/test.ts';
import type { Refusal } from '../wrong-tokens.ts';
import { refusing } from './refusals.ts';
import { covers } from './requirements.ts';

const malformed: Refusal = [refusing];

for (const { words, ways, covering } of [
  { words: 'broken JSON', ways: brokenJson, covering: covers('USR-31') },
  { words: 'JSON with extensions', ways: extendedJson, covering: covers('USR-32') },
]) {
  test(`refuses ${words}`, covering, async ({ provoke, given, tag }) => {
    const { body, ...valid } = await validRequest('test-users', given, tag);

    const answered = sideBySide(ways, ({ of }) =>
      provoke('test-users', { ...valid, text: of(JSON.stringify(body)) }),
    );

    for await (const [{ name }, response] of answered)
      await expect.soft(response, name).toBeError(...malformed);
  });
}

const accepting = creating('test-users', 1, covers('USR-24'));

test('handles JSON behind a byte order mark', accepting, async ({ call, given, tag }) => {
  const { body, ...valid } = await validRequest('test-users', given, tag);

  const response = await call('test-users', { ...valid, text: withByteOrderMark(JSON.stringify(body)) });

  await expect(response).toBeHandled();
});
