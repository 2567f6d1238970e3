import { covers } from '#api/covers';
import { test } from '#assertions/test';
import { tokenRefusals } from '../token-refusals.ts';

const tests = tokenRefusals('checkout-preferences', {
  otherRows: 'PRF-01',
  missing: { covering: covers('PRF-10'), error: ['4xx'] },
  madeUp: { covering: covers('PRF-11'), error: ['4xx'] },
  expired: { covering: covers('PRF-12'), error: ['4xx'] },
  otherScheme: { covering: covers('PRF-30'), error: ['4xx'] },
});

for (const { title, covering, body } of tests) test(title, covering, body);
