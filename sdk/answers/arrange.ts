import { agreement } from '../../factories/agreement.ts';
import { testUser } from '../../factories/test-user.ts';
import { tokenRequest } from '../../factories/token-request.ts';
import type { Endpoint } from '../../suite/core/operations.ts';
import type { MatchedRequest } from '../contract/check.ts';
import type { DocumentedError } from '../contract/documented-errors.ts';
import type { Give, GivenValues } from './given.ts';
import { type Plan, planOf } from './plan.ts';

type Body = Readonly<Record<string, unknown>>;

/** A good body of each operation that errors are made from; none where an error needs none. */
const goodBodies: Partial<Record<Endpoint, (given: GivenValues) => Body>> = {
  'oauth-token': ({ client_id = '', client_secret = '', refresh_token = '' }) =>
    tokenRequest('refresh_token', { client_id, client_secret, refresh_token }),
  'test-users': () => ({ ...testUser('a request of the SDK gate') }),
  'wallet-agreements': () => agreement('a request of the SDK gate'),
};

/** The request that the embedded provider answers with a documented error, in place of one of the SDK. */
export function arranged(request: MatchedRequest, error: DocumentedError, give: Give): Plan {
  const given = give(error.state);
  const token = error.token ?? given.access_token;
  const body = goodBodies[error.endpoint]?.(given);
  return planOf(request, {
    parameters: { ...named(request, given), ...error.parameters },
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify({ ...body, ...error.body })) }),
  });
}

function named({ parameters }: MatchedRequest, given: GivenValues): Record<string, string> {
  const known = Object.keys(parameters).flatMap((name) => {
    const value = given[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(known);
}
