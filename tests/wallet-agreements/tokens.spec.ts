import { covers } from '#api/covers';
import { test } from '#assertions/test';
import { tokenRefusals } from '../token-refusals.ts';

const tests = tokenRefusals('wallet-agreements', {
  missing: { covering: covers('WAL-12'), error: ['4xx'] },
  madeUp: { covering: covers('WAL-13'), error: ['4xx'] },
  expired: { covering: covers('WAL-14'), error: ['4xx'] },
  otherScheme: { covering: covers('WAL-20'), error: ['4xx'] },
});

for (const { title, covering, body } of tests) test(title, covering, body);
