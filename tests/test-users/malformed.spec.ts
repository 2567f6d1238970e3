import { brokenJson, extendedJson, withByteOrderMark } from '../../factories/malformed.ts';
import { creating } from '../../suite/core/covers.ts';
import { expect } from '../../suite/fixtures/expect.ts';
import { test } from '../../suite/fixtures/test.ts';
import { validRequest } from '../../suite/fixtures/twins.ts';
import type { Refusal } from '../wrong-tokens.ts';
import { refusing } from './refusals.ts';
import { covers } from './requirements.ts';

const purpose = 'refusal';
const malformed: Refusal = [refusing];

for (const { words, ways, covering } of [
  { words: 'broken JSON', ways: brokenJson, covering: covers('USR-31') },
  { words: 'JSON with extensions', ways: extendedJson, covering: covers('USR-32') },
]) {
  test(`refuses ${words}`, covering, async ({ call, given, mark }) => {
    const { body, ...valid } = await validRequest('test-users', given, mark);

    for (const { name, of } of ways) {
      const text = of(JSON.stringify(body));
      await expect.soft(await call('test-users', { ...valid, purpose, text }), name).toBeError(...malformed);
    }
  });
}

const accepting = creating('test-users', 1, covers('USR-24'));

test('handles JSON behind a byte order mark', accepting, async ({ call, given, mark }) => {
  const { body, ...valid } = await validRequest('test-users', given, mark);

  const response = await call('test-users', { ...valid, text: withByteOrderMark(JSON.stringify(body)) });

  await expect(response).toBeHandled();
});
