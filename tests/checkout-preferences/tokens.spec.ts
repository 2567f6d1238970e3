import { expect } from '../../suite/fixtures/expect.ts';
import { test } from '../../suite/fixtures/test.ts';
import { validRequest } from '../../suite/fixtures/twins.ts';
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
  test(`refuses ${words}`, covering, async ({ call, given, mark }) => {
    const valid = await validRequest('checkout-preferences', given, mark);

    for (const { name, value: authorization } of await headers(valid.token ?? '', given)) {
      const response = await call('checkout-preferences', {
        ...valid,
        purpose: 'refusal',
        headers: { authorization },
      });
      await expect.soft(response, name).toBeError(...error);
    }
  });
}
