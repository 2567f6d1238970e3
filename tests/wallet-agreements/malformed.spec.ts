import { covers, creating } from '#api/covers';
import { test } from '#assertions/test';
import { malformedBodies } from '../malformed.ts';

const tests = malformedBodies('wallet-agreements', {
  broken: covers('WAL-10'),
  extended: covers('WAL-21'),
  marked: creating('wallet-agreements', 1, covers('WAL-15')),
  error: [400],
});

for (const { title, covering, body } of tests) test(title, covering, body);
