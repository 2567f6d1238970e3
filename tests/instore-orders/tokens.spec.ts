import { covers } from '#api/covers';
import { test } from '#assertions/test';
import { tokenRefusals } from '../token-refusals.ts';

const tests = tokenRefusals('instore-orders', {
  missing: { covering: covers('ORD-15'), error: ['4xx'] },
  madeUp: { covering: covers('ORD-12'), error: [400, 'invalid_access_token'] },
  expired: { covering: covers('ORD-13'), error: [400, 'invalid_access_token'] },
  otherScheme: { covering: covers('ORD-20'), error: ['4xx'] },
});

for (const { title, covering, body } of tests) test(title, covering, body);
