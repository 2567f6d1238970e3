import type { TestDetails } from '@playwright/test';
import { madeUp } from '../factories/near-miss.ts';
import { isSuccess } from '../suite/core/exchange.ts';
import type { Endpoint } from '../suite/core/operations.ts';
import type { State } from '../suite/core/states.ts';
import type { Call } from '../suite/fixtures/call.ts';
import { validRequest } from '../suite/fixtures/control/controls.ts';
import { expect } from '../suite/fixtures/expect.ts';
import type { Given } from '../suite/fixtures/given.ts';
import { sideBySide } from '../suite/fixtures/side-by-side.ts';
import { tokenContexts } from './request-contexts.ts';
import {
  emptyTokenHeaders,
  longerHeaders,
  nearTokenHeaders,
  otherCredentialHeaders,
  otherPlaces,
  otherSchemeHeaders,
  type Refusal,
} from './wrong-tokens.ts';

/** What a refusal covers, and how the reference lets it be told. */
interface Refused {
  readonly covering: TestDetails;
  readonly error: Refusal;
}

/** The refusals of a protected operation (5), by what is wrong with the token. */
interface Refusals {
  readonly missing: Refused;
  readonly madeUp: Refused;
  readonly expired: Refused;
  readonly otherScheme: Refused;
  /** Tokens of the target that may not do this, by the state that gives them. */
  readonly forbidden?: Refused & { readonly state: TokenState };
}

/** The states that give an access token alone. */
type TokenState = Extract<State, `an access token ${string}`>;

/** A test of an operation that a spec file puts down. */
export interface RefusalTest {
  readonly title: string;
  readonly covering: TestDetails;
  readonly body: (fixtures: { call: Call; provoke: Call; given: Given; tag: string }) => Promise<void>;
}

/** The tests that nothing but the right token, sent as it is to be sent, opens a protected operation. */
export function tokenRefusals(endpoint: Endpoint, refusals: Refusals): RefusalTest[] {
  return [
    ...refusalsOfNearTokens(endpoint, refusals),
    refusalElsewhere(endpoint, refusals),
    ...refusalsInContexts(endpoint, refusals),
  ];
}

function refusalsOfNearTokens(endpoint: Endpoint, { missing, madeUp, otherScheme }: Refusals): RefusalTest[] {
  return [
    { ...nearTokenHeaders, ...madeUp },
    { ...otherCredentialHeaders, ...madeUp },
    { ...emptyTokenHeaders, ...missing },
    { ...otherSchemeHeaders, ...otherScheme },
    { ...longerHeaders, ...otherScheme },
  ].map(({ words, headers, covering, error }) => ({
    title: `refuses ${words}`,
    covering,
    body: async ({ provoke, given, tag }) => {
      const valid = await validRequest(endpoint, given, tag);
      const wrong = await headers(valid.token ?? '', given);

      const answered = sideBySide(wrong, ({ value: authorization }) =>
        provoke(endpoint, { ...valid, headers: { authorization } }),
      );

      for await (const [{ name }, response] of answered)
        await expect.soft(response, name).toBeError(...error);
    },
  }));
}

function refusalElsewhere(endpoint: Endpoint, { otherScheme: { covering, error } }: Refusals): RefusalTest {
  return {
    title: 'refuses a token that stands elsewhere',
    covering,
    body: async ({ provoke, given, tag }) => {
      const { token = '', ...valid } = await validRequest(endpoint, given, tag);

      const answered = sideBySide(otherPlaces(), ({ of }) => provoke(endpoint, { ...valid, ...of(token) }));

      for await (const [{ name }, response] of answered)
        await expect.soft(response, name).toBeError(...error);
    },
  };
}

function refusalsInContexts(endpoint: Endpoint, refusals: Refusals): RefusalTest[] {
  const { missing, madeUp, expired, forbidden } = refusals;
  return [
    { words: 'a request without a token', tokenOf: async () => undefined, ...missing, isForbidden: false },
    { words: 'a made-up token', tokenOf: changedFrom, ...madeUp, isForbidden: false },
    { words: 'an expired token', tokenOf: of('an expired access token'), ...expired, isForbidden: false },
    ...(forbidden
      ? [{ words: forbidden.state, tokenOf: of(forbidden.state), ...forbidden, isForbidden: true }]
      : []),
  ].map(({ words, tokenOf, covering, error, isForbidden }) => ({
    title: `refuses ${words} in every context`,
    covering,
    body: async ({ provoke, given, tag }) => {
      const { token: right = '', ...valid } = await validRequest(endpoint, given, tag);
      const token = await tokenOf(given, right);

      const wrong = { ...valid, ...(token === undefined ? {} : { token }) };
      const answered = sideBySide(
        tokenContexts(endpoint, valid, tag, isForbidden),
        async ({ of, isAgain }) => {
          const first = await provoke(endpoint, of(wrong));
          return isAgain && !isSuccess(first.status) ? provoke(endpoint, of(wrong)) : first;
        },
      );

      for await (const [{ name, isBroken }, response] of answered)
        await expect.soft(response, name).toBeError(...(isBroken ? (['4xx'] as const) : error));
    },
  }));
}

async function changedFrom(_: Given, right: string): Promise<string> {
  return madeUp(right);
}

function of(state: TokenState | 'an expired access token') {
  return async (given: Given) => (await given(state)).access_token;
}
