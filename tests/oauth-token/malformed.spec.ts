import { test } from '../../suite/fixtures/test.ts';
import { malformedBodies } from '../malformed.ts';
import { covers } from './requirements.ts';

const tests = malformedBodies('oauth-token', {
  broken: covers('TOK-26'),
  extended: covers('TOK-51'),
  marked: covers('TOK-47'),
  error: [400, 'invalid_request'],
});

for (const { title, covering, body } of tests) test(title, covering, body);
