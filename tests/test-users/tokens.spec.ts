import { covers } from '#api/covers';
import { test } from '#assertions/test';
import { tokenRefusals } from '../token-refusals.ts';
import { refusing } from './refusals.ts';

const tests = tokenRefusals('test-users', {
  otherRows: 'USR-04',
  missing: { covering: covers('USR-12'), error: [refusing] },
  madeUp: { covering: covers('USR-13'), error: [refusing] },
  expired: { covering: covers('USR-14'), error: [refusing] },
  forbidden: {
    state: 'an access token that may not create test users',
    covering: covers('USR-15'),
    error: [403],
  },
  otherScheme: { covering: covers('USR-30'), error: [refusing] },
});

for (const { title, covering, body } of tests) test(title, covering, body);
