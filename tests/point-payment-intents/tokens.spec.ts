import { covers } from '#api/covers';
import { test } from '#assertions/test';
import { tokenRefusals } from '../token-refusals.ts';

const tests = tokenRefusals('point-payment-intents', {
  missing: { covering: covers('PNT-15'), error: ['4xx'] },
  madeUp: { covering: covers('PNT-10'), error: [401, { label: 'bad_request' }] },
  expired: { covering: covers('PNT-11'), error: [401, { label: 'bad_request' }] },
  forbidden: {
    state: 'an access token of an unregistered integrator',
    covering: covers('PNT-12'),
    error: [403, { label: 'bad_request' }],
  },
  otherScheme: { covering: covers('PNT-20'), error: ['4xx'] },
});

for (const { title, covering, body } of tests) test(title, covering, body);
