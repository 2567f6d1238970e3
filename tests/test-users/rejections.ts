import type { Given } from '#assertions/given';
import { madeUp } from '#factories/near-miss';
import { testUser } from '#factories/test-user';
import type { CallOptions } from '#http/request';

/** Says which condition has which status is not shown, so a rejection may have any listed status that is one. */
export const listedRejections = [400, 401, 403, 404];

/** A creation that must be rejected: what is wrong with it, the statuses that it may have, and how it is made. */
interface Rejection {
  readonly id: `USR-${number}`;
  readonly name: string;
  readonly status: readonly number[];
  readonly request: (given: Given, tag: string) => Promise<CallOptions>;
}

export const rejections = [
  {
    id: 'USR-10',
    name: 'a request without description',
    status: listedRejections,
    request: async (given) => ({ token: await tokenOf(given), body: { site_id: 'MLA' } }),
  },
  {
    id: 'USR-10',
    name: 'an empty object',
    status: listedRejections,
    request: async (given) => ({ token: await tokenOf(given), body: {} }),
  },
  {
    id: 'USR-11',
    name: 'a request without site_id',
    status: listedRejections,
    request: async (given, tag) => ({ token: await tokenOf(given), body: { description: tag } }),
  },
  {
    id: 'USR-12',
    name: 'a request without a token',
    status: listedRejections,
    request: async (_, tag) => ({ body: testUser(tag) }),
  },
  {
    id: 'USR-13',
    name: 'a made-up token',
    status: listedRejections,
    request: async (given, tag) => ({ token: madeUp(await tokenOf(given)), body: testUser(tag) }),
  },
  {
    id: 'USR-14',
    name: 'an expired token',
    status: listedRejections,
    request: async (given, tag) => ({
      token: (await given('an expired access token')).access_token,
      body: testUser(tag),
    }),
  },
  {
    id: 'USR-15',
    name: 'a token that may not create test users',
    status: [403],
    request: async (given, tag) => ({
      token: (await given('an access token that may not create test users')).access_token,
      body: testUser(tag),
    }),
  },
  {
    id: 'USR-16',
    name: 'a creation that finds no resource',
    status: [404],
    request: async (given, tag) => ({
      token: (await given('an access token with which creating a test user finds no resource')).access_token,
      body: testUser(tag),
    }),
  },
  {
    id: 'USR-17',
    name: 'a creation that fails inside the service',
    status: [500],
    request: async (given, tag) => ({
      token: (await given('an access token with which creating a test user fails inside the service')).access_token,
      body: testUser(tag),
    }),
  },
] as const satisfies readonly Rejection[];

async function tokenOf(given: Given): Promise<string> {
  return (await given('an access token')).access_token;
}
