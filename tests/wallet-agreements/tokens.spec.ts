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
  { ...nearTokenHeaders, covering: covers('WAL-13'), error: invalid },
  { ...otherCredentialHeaders, covering: covers('WAL-13'), error: invalid },
  { ...emptyTokenHeaders, covering: covers('WAL-12'), error: missing },
  { ...otherSchemeHeaders, covering: covers('WAL-20'), error: missing },
]) {
  test(`refuses ${words}`, covering, async ({ call, given, tag }) => {
    const valid = await validRequest('wallet-agreements', given, tag);

    const wrong = await headers(valid.token ?? '', given);

    const answered = sideBySide(wrong, ({ value: authorization }) =>
      call('wallet-agreements', { ...valid, purpose: 'refusal', headers: { authorization } }),
    );

    for await (const [{ name }, response] of answered) await expect.soft(response, name).toBeError(...error);
  });
}
