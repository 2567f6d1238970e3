import { validRequest } from '../../suite/fixtures/control/twins.ts';
import { expect } from '../../suite/fixtures/expect.ts';
import { test } from '../../suite/fixtures/test.ts';
import {
  emptyTokenHeaders,
  nearTokenHeaders,
  otherCredentialHeaders,
  otherSchemeHeaders,
  type Refusal,
} from '../wrong-tokens.ts';
import { covers } from './requirements.ts';

const invalid: Refusal = [400, 'invalid_access_token'];
const missing: Refusal = ['4xx'];

for (const { words, headers, covering, error } of [
  { ...nearTokenHeaders, covering: covers('ORD-12'), error: invalid },
  { ...otherCredentialHeaders, covering: covers('ORD-12'), error: invalid },
  { ...emptyTokenHeaders, covering: covers('ORD-15'), error: missing },
  { ...otherSchemeHeaders, covering: covers('ORD-20'), error: missing },
]) {
  test(`refuses ${words}`, covering, async ({ call, given, tag }) => {
    const valid = await validRequest('instore-orders', given, tag);

    for (const { name, value: authorization } of await headers(valid.token ?? '', given)) {
      const response = await call('instore-orders', {
        ...valid,
        purpose: 'refusal',
        headers: { authorization },
      });
      await expect.soft(response, name).toBeError(...error);
    }
  });
}
