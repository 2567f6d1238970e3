import type { State } from '#api/states';
import type { Given } from '#assertions/given';
import { madeUp } from '#factories/near-miss';
import { testUser } from '#factories/test-user';
import type { CallOptions } from '#http/request';

/** The statuses of a rejection (7): the reference does not show which condition has which status. */
export const listedRejections = [400, 401, 403, 404];

/** States with an access token that cannot create a test user, and the listed status (7). */
export const holders = {
  forbidden: 'an access token that may not create test users',
  finds: 'an access token with which creating a test user finds no resource',
  fails: 'an access token with which creating a test user fails inside the service',
} as const satisfies Record<string, State>;

type TokenState = (typeof holders)[keyof typeof holders] | 'an access token' | 'an expired access token';

/** Returns a creation that must be rejected: the state of its token, its body, and the allowed statuses. */
function row(
  id: `USR-${10 | 11 | 12 | 13 | 14 | 15 | 16 | 17}`,
  name: string,
  state: TokenState | undefined,
  status: readonly number[] = listedRejections,
  body: (tag: string) => Readonly<Record<string, string>> = (tag) => ({ ...testUser(tag) }),
) {
  return { id, name, state, status, body };
}

export const rejections = [
  row('USR-10', 'a request without description', 'an access token', listedRejections, () => ({ site_id: 'MLA' })),
  row('USR-10', 'an empty object', 'an access token', listedRejections, () => ({})),
  row('USR-11', 'a request without site_id', 'an access token', listedRejections, (tag) => ({ description: tag })),
  row('USR-12', 'a request without a token', undefined),
  row('USR-13', 'a made-up token', 'an access token'),
  row('USR-14', 'an expired token', 'an expired access token'),
  row('USR-15', 'a token that may not create test users', holders.forbidden, [403]),
  row('USR-16', 'a creation that finds no resource', holders.finds, [404]),
  row('USR-17', 'a creation that fails inside the service', holders.fails, [500]),
];

/** Returns the request of a row. */
export async function requestOf(
  { id, state, body }: (typeof rejections)[number],
  given: Given,
  tag: string,
): Promise<CallOptions> {
  if (state === undefined) return { body: body(tag) };
  const { access_token } = await given(state);
  return { token: id === 'USR-13' ? madeUp(access_token) : access_token, body: body(tag) };
}
