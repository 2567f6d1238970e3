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
import { covers } from './requirements.ts';

const invalid: Refusal = ['4xx'];
const missing: Refusal = ['4xx'];

for (const { words, headers, covering, error } of [
  { ...nearTokenHeaders, covering: covers('PRF-11'), error: invalid },
  { ...otherCredentialHeaders, covering: covers('PRF-11'), error: invalid },
  { ...emptyTokenHeaders, covering: covers('PRF-10'), error: missing },
  { ...otherSchemeHeaders, covering: covers('PRF-30'), error: missing },
]) {
  test(`refuses ${words}`, covering, async ({ call, given, tag }) => {
    const valid = await validRequest('checkout-preferences', given, tag);

    const wrong = await headers(valid.token ?? '', given);

    const answered = sideBySide(wrong, ({ value: authorization }) =>
      call('checkout-preferences', { ...valid, purpose: 'refusal', headers: { authorization } }),
    );

    for await (const [{ name }, response] of answered) await expect.soft(response, name).toBeError(...error);
  });
}
