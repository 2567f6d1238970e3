import type { TestDetails } from '@playwright/test';
import { withCapability } from '#api/covers';
import { isSuccess } from '#api/exchange';
import type { Endpoint } from '#api/operations';
import type { State } from '#api/states';
import type { Call } from '#assertions/call';
import { validRequest } from '#assertions/control/controls';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import type { Given } from '#assertions/given';
import { madeUp } from '#factories/near-miss';
import type { CallOptions } from '#http/request';
import { otherBodies } from './other-bodies.ts';
import { getOptionalHeaders, tokenContexts } from './request-contexts.ts';
import {
  emptyTokenHeaders,
  longerHeaders,
  nearTokenHeaders,
  otherCredentialHeaders,
  otherPlaces,
  otherSchemeHeaders,
  type Rejection,
} from './wrong-tokens.ts';

/** Describes what a rejection covers, and the status and code that the reference gives it. */
interface Rejected {
  readonly covering: TestDetails;
  readonly error: Rejection;
}

/** The rejections of a protected operation (5), by what is wrong with the token. */
interface Rejections {
  readonly missing: Rejected;
  readonly madeUp: Rejected;
  readonly expired: Rejected;
  readonly otherScheme: Rejected;
  /** The code of the 500 that is listed for what cannot be done (7). */
  readonly listedFailure?: string;
  /** Tokens of the target that may not do this, by the state that gives them. */
  readonly forbidden?: Rejected & { readonly state: TokenState };
}

/** The states that give an access token alone. */
type TokenState = Extract<State, `an access token ${string}`>;

/** A test of an operation that a spec file puts down. */
export interface RejectionTest {
  readonly title: string;
  readonly covering: TestDetails;
  readonly body: (fixtures: { call: Call; provoke: Call; given: Given; tag: string }) => Promise<void>;
}

/** The tests that nothing but the right token, sent as it is to be sent, opens a protected operation. */
export function tokenRejections(endpoint: Endpoint, rejections: Rejections): RejectionTest[] {
  return [
    ...rejectionsOfNearTokens(endpoint, rejections),
    rejectionElsewhere(endpoint, rejections),
    ...rejectionsInContexts(endpoint, rejections),
  ];
}

function rejectionsOfNearTokens(endpoint: Endpoint, rejections: Rejections): RejectionTest[] {
  const { missing, madeUp, otherScheme } = rejections;
  return [
    { ...nearTokenHeaders, ...madeUp },
    { ...otherCredentialHeaders, ...madeUp },
    // Who takes any token takes these words for one.
    { ...emptyTokenHeaders, ...missing, covering: withCapability(['identity'], missing.covering) },
    { ...otherSchemeHeaders, ...otherScheme, covering: withCapability(['identity'], otherScheme.covering) },
    { ...longerHeaders, ...otherScheme, covering: withCapability(['identity'], otherScheme.covering) },
  ].map(({ words, headers, covering, error }) => ({
    title: `refuses ${words}`,
    covering,
    body: async ({ provoke, given, tag }) => {
      const valid = await validRequest(endpoint, given, tag);
      const wrong = await headers(valid.token ?? '', given);

      const changed = changesInTurn(endpoint, valid, tag);
      await eachCase(wrong, async ({ name, value: authorization }, turn) => {
        const { headers, ...request } = changed(turn);
        const response = await provoke(endpoint, { ...request, headers: { ...headers, authorization } });
        await expect.soft(response, name).toBeError(...error);
      });
    },
  }));
}

/** Returns the request with the body of each row, and with each optional header, in turn: a rule may be lifted for one. */
function changesInTurn(endpoint: Endpoint, valid: CallOptions, tag: string) {
  const { body } = valid;
  const bodies = [body, ...(body === undefined ? [] : otherBodies(endpoint, tag).map((other) => other.body))];
  const headers = [{}, getOptionalHeaders(endpoint)];
  return (turn: number): CallOptions => ({
    ...valid,
    ...(body === undefined ? {} : { body: bodies[turn % bodies.length] }),
    headers: { ...headers[turn % headers.length], ...valid.headers },
  });
}

function rejectionElsewhere(endpoint: Endpoint, { otherScheme: { covering, error } }: Rejections): RejectionTest {
  return {
    title: 'refuses a token that stands elsewhere',
    covering,
    body: async ({ provoke, given, tag }) => {
      const { token = '', ...valid } = await validRequest(endpoint, given, tag);

      await eachCase(otherPlaces(), async ({ of, name }) => {
        const response = await provoke(endpoint, { ...valid, ...of(token) });
        await expect.soft(response, name).toBeError(...error);
      });
    },
  };
}

function rejectionsInContexts(endpoint: Endpoint, rejections: Rejections): RejectionTest[] {
  const { missing, madeUp, expired, forbidden, listedFailure } = rejections;
  return [
    { words: 'a request without a token', tokenOf: async () => undefined, ...missing, isForbidden: false },
    { words: 'a made-up token', tokenOf: changedFrom, ...madeUp, isForbidden: false },
    { words: 'an expired token', tokenOf: of('an expired access token'), ...expired, isForbidden: false },
    ...(forbidden ? [{ words: forbidden.state, tokenOf: of(forbidden.state), ...forbidden, isForbidden: true }] : []),
  ].map(({ words, tokenOf, covering, error, isForbidden }) => ({
    title: `refuses ${words} in every context`,
    covering,
    body: async ({ call, provoke, given, tag }) => {
      const { token: right = '', ...valid } = await validRequest(endpoint, given, tag);
      const token = await tokenOf(given, right);
      const used = valid.path ? await useUp(endpoint, { call, given, tag }) : undefined;

      const wrong = { ...valid, ...(token === undefined ? {} : { token }) };
      const contexts = tokenContexts(endpoint, { ...valid, tag, used, isForbidden });
      await eachCase(contexts, async ({ of, isAgain, name, isBroken }) => {
        const first = await provoke(endpoint, of(wrong));
        const isSentAgain = isAgain && !isSuccess(first.status);
        const response = isSentAgain ? await provoke(endpoint, of(wrong)) : first;
        const isListed = isBroken && listedFailure !== undefined && response.status === 500;
        const other = isListed ? ([500, listedFailure] as const) : (['4xx'] as const);
        await expect.soft(response, name).toBeError(...(isBroken ? other : error));
      });
    },
  }));
}

/** Deletes a resource, and returns the path that named it. */
async function useUp(endpoint: Endpoint, { call, given, tag }: { call: Call; given: Given; tag: string }) {
  const valid = await validRequest(endpoint, given, tag);
  await call(endpoint, valid);
  return valid.path;
}

async function changedFrom(_: Given, right: string): Promise<string> {
  return madeUp(right);
}

function of(state: TokenState | 'an expired access token') {
  return async (given: Given) => (await given(state)).access_token;
}
