import { covers } from '#api/covers';
import type { Given } from '#assertions/given';
import { test } from '#assertions/test';
import { tokenRequest } from '#factories/token-request';
import { unlessNotExercised } from '#run/stop';
import { malformedBodies } from '../malformed.ts';

const tests = malformedBodies('oauth-token', {
  broken: covers('TOK-26'),
  extended: covers('TOK-51'),
  marked: covers('TOK-47'),
  error: [400, 'invalid_request'],
  kinds: otherGrants,
});

for (const { title, covering, body } of tests) test(title, covering, body);

/** The requests of the other grants that the target has states for. */
async function otherGrants(given: Given): Promise<readonly unknown[]> {
  const refresh = await unlessNotExercised(() => given('a refresh token'));
  const own = await unlessNotExercised(() => given('an application'));
  return [
    ...(refresh ? [tokenRequest('refresh_token', refresh)] : []),
    ...(own ? [tokenRequest('client_credentials', own)] : []),
  ];
}
