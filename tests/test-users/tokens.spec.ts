import { validRequest } from '../../suite/fixtures/control/twins.ts';
import { expect } from '../../suite/fixtures/expect.ts';
import { sideBySide } from '../../suite/fixtures/side-by-side.ts';
import { test } from '../../suite/fixtures/test.ts';
import {
  emptyTokenHeaders,
  nearTokenHeaders,
  otherCredentialHeaders,
  otherSchemeHeaders,
  type Refusal,
} from '../wrong-tokens.ts';
import { refusing } from './refusals.ts';
import { covers } from './requirements.ts';

const invalid: Refusal = [refusing];
const missing: Refusal = [refusing];

for (const { words, headers, covering, error } of [
  { ...nearTokenHeaders, covering: covers('USR-13'), error: invalid },
  { ...otherCredentialHeaders, covering: covers('USR-13'), error: invalid },
  { ...emptyTokenHeaders, covering: covers('USR-12'), error: missing },
  { ...otherSchemeHeaders, covering: covers('USR-30'), error: missing },
]) {
  test(`refuses ${words}`, covering, async ({ call, given, tag }) => {
    const valid = await validRequest('test-users', given, tag);

    const wrong = await headers(valid.token ?? '', given);

    const answered = sideBySide(wrong, ({ value: authorization }) =>
      call('test-users', { ...valid, purpose: 'refusal', headers: { authorization } }),
    );

    for await (const [{ name }, response] of answered) {
      await expect.soft(response, name).toBeError(...error);
    }
  });
}
