import { covers, creating } from '#api/covers';
import { test } from '#assertions/test';
import { malformedBodies } from '../malformed.ts';

const tests = malformedBodies('checkout-preferences', {
  broken: covers('PRF-14'),
  extended: covers('PRF-31'),
  marked: creating('checkout-preferences', 1, covers('PRF-20')),
  error: ['4xx'],
});

for (const { title, covering, body } of tests) test(title, covering, body);
