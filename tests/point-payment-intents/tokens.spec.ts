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

const invalid: Refusal = [401, { label: 'bad_request' }];
const missing: Refusal = ['4xx'];

for (const { words, headers, covering, error } of [
  { ...nearTokenHeaders, covering: covers('PNT-10'), error: invalid },
  { ...otherCredentialHeaders, covering: covers('PNT-10'), error: invalid },
  { ...emptyTokenHeaders, covering: covers('PNT-15'), error: missing },
  { ...otherSchemeHeaders, covering: covers('PNT-20'), error: missing },
]) {
  test(`refuses ${words}`, covering, async ({ call, given, tag }) => {
    const valid = await validRequest('point-payment-intents', given, tag);

    for (const { name, value: authorization } of await headers(valid.token ?? '', given)) {
      const response = await call('point-payment-intents', {
        ...valid,
        purpose: 'refusal',
        headers: { authorization },
      });
      await expect.soft(response, name).toBeError(...error);
    }
  });
}
