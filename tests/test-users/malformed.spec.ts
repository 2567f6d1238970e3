import { covers, creating } from '#api/covers';
import { test } from '#assertions/test';
import { malformedBodies } from '../malformed.ts';
import { refusing } from './refusals.ts';

const tests = malformedBodies('test-users', {
  broken: covers('USR-31'),
  extended: covers('USR-32'),
  marked: creating('test-users', 1, covers('USR-24')),
  error: [refusing],
});

for (const { title, covering, body } of tests) test(title, covering, body);
