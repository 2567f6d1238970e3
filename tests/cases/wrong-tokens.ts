import type { ErrorStatus, ListedCode } from '#assertions/expect';
import type { Given } from '#assertions/given';
import type { NearMiss } from '#factories/near-miss';
import { longerAuthorizations, nearTokens, otherAuthorizations } from '#factories/near-misses/texts';
import type { CallOptions } from '#http/request';
import { settings } from '#run/context';
import { isLoopback } from '#run/settings/target';
import { tryOptional } from '#run/skip';

/** Says how a request is rejected: its status and, where the reference names one, its code or label. */
export type Rejection = readonly [status: ErrorStatus, tag?: ListedCode];

/** Says where a request may hold a token, other than in its Authorization header. */
interface OtherPlace {
  readonly name: string;
  readonly of: (token: string) => CallOptions;
}

const otherHeaders: readonly OtherPlace[] = [
  { name: 'in the header X-Access-Token', of: (token) => ({ headers: { 'x-access-token': token } }) },
  { name: 'in the header X-Auth-Token', of: (token) => ({ headers: { 'x-auth-token': token } }) },
  { name: 'in a cookie', of: (token) => ({ headers: { cookie: `access_token=${token}` } }) },
];

const query: OtherPlace = { name: 'in the query', of: (access_token) => ({ query: { access_token } }) };

/** The places to try: the query of a loopback target alone, since a URL is kept in logs (RFC 6750, 5.3). */
export function otherPlaces(): readonly OtherPlace[] {
  return isLoopback(settings().BASE_URL) ? [query, ...otherHeaders] : otherHeaders;
}

/** Authorization headers that open no protected operation (5), made around the token that does. */
interface WrongTokens {
  readonly words: string;
  readonly headers: (token: string, given: Given) => Promise<readonly NearMiss[]>;
}

/** Bearer tokens that are almost the right one. */
export const nearTokenHeaders: WrongTokens = {
  words: 'a token that is almost right',
  headers: async (token) => nearTokens(token).map(asBearer),
};

/** Holds what else a client was given, of what the target has a state for, sent as a bearer token. */
export const otherCredentialHeaders: WrongTokens = {
  words: 'another credential in place of the token',
  headers: async (_, given) => {
    const refresh = await tryOptional(() => given('a refresh token'));
    const code = await tryOptional(() => given('an authorization code'));
    const { client_id, client_secret } = refresh ?? code ?? (await given('an application'));
    const values = {
      'a refresh token': refresh?.refresh_token,
      'a code': code?.code,
      'a client_secret': client_secret,
      'a client_id': client_id,
    };
    return Object.entries(values)
      .flatMap(([name, value]) => (value === undefined ? [] : asBearer({ name, value })))
      .filter(({ value }) => /^[\x20-\x7e]+$/.test(value));
  },
};

/** The scheme without a token. */
export const emptyTokenHeaders: WrongTokens = {
  words: 'the scheme Bearer without a token',
  headers: async () => ['Bearer', 'Bearer ', 'Bearer null'].map((value) => ({ name: value, value })),
};

/** The right token, sent otherwise than as a bearer token. */
export const otherSchemeHeaders: WrongTokens = {
  words: 'a token that is not sent as a bearer token',
  headers: async (token) => otherAuthorizations(token),
};

/** The right token with more behind it. */
export const longerHeaders: WrongTokens = {
  words: 'a token with more behind it',
  headers: async (token) => longerAuthorizations(token),
};

function asBearer({ name, value }: NearMiss): NearMiss {
  return { name, value: `Bearer ${value}` };
}
