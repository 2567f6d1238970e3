import type { TestDetails } from '@playwright/test';
import { madeUp } from '../factories/near-miss.ts';
import type { Endpoint } from '../suite/core/operations.ts';
import type { Call } from '../suite/fixtures/call.ts';
import { validRequest } from '../suite/fixtures/control/twins.ts';
import { expect } from '../suite/fixtures/expect.ts';
import type { Given } from '../suite/fixtures/given.ts';
import { sideBySide } from '../suite/fixtures/side-by-side.ts';
import type { CallOptions } from '../suite/http/request.ts';
import { literal } from '../suite/run/literal.ts';
import {
  emptyTokenHeaders,
  nearTokenHeaders,
  otherCredentialHeaders,
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
}

/** A test of a protected operation that a spec file puts down. */
interface TokenTest {
  readonly title: string;
  readonly covering: TestDetails;
  readonly body: (fixtures: { call: Call; given: Given; tag: string }) => Promise<void>;
}

/** The tests that nothing but the right token, sent as it is to be sent, opens a protected operation. */
export function tokenRefusals(endpoint: Endpoint, refusals: Refusals): TokenTest[] {
  return [...refusalsOfNearTokens(endpoint, refusals), ...refusalsInContexts(endpoint, refusals)];
}

function refusalsOfNearTokens(endpoint: Endpoint, { missing, madeUp, otherScheme }: Refusals): TokenTest[] {
  return [
    { ...nearTokenHeaders, ...madeUp },
    { ...otherCredentialHeaders, ...madeUp },
    { ...emptyTokenHeaders, ...missing },
    { ...otherSchemeHeaders, ...otherScheme },
  ].map(({ words, headers, covering, error }) => ({
    title: `refuses ${words}`,
    covering,
    body: async ({ call, given, tag }) => {
      const valid = await validRequest(endpoint, given, tag);
      const wrong = await headers(valid.token ?? '', given);

      const answered = sideBySide(wrong, ({ value: authorization }) =>
        call(endpoint, { ...valid, purpose: 'refusal', headers: { authorization } }),
      );

      for await (const [{ name }, response] of answered)
        await expect.soft(response, name).toBeError(...error);
    },
  }));
}

type Context = readonly [name: string, of: (valid: CallOptions) => CallOptions];

/** What may stand beside a wrong token, one thing at a time. */
const around: readonly Context[] = [
  ['for the sandbox', withHeader('x-test-scope', 'sandbox')],
  ['for a platform', withHeader('x-platform-id', literal('x-platform-id'))],
  ['with Accept', withHeader('accept', 'application/json')],
  ['a second time', (valid) => valid],
];

/** The same of a request that has a body. */
const aroundBody: readonly Context[] = [
  ['with a charset', withHeader('content-type', 'application/json; charset=utf-8')],
  ['with an empty object', (valid) => ({ ...valid, body: {} })],
];

function refusalsInContexts(endpoint: Endpoint, { missing, madeUp, expired }: Refusals): TokenTest[] {
  return [
    { words: 'a request without a token', tokenOf: async () => undefined, ...missing },
    { words: 'a made-up token', tokenOf: changedFrom, ...madeUp },
    { words: 'an expired token', tokenOf: expiredIn, ...expired },
  ].map(({ words, tokenOf, covering, error }) => ({
    title: `refuses ${words} in every context`,
    covering,
    body: async ({ call, given, tag }) => {
      const { token: right = '', ...valid } = await validRequest(endpoint, given, tag);
      const token = await tokenOf(given, right);

      const wrong = { ...valid, ...(token === undefined ? {} : { token }), purpose: 'refusal' } as const;
      for (const [name, of] of valid.body === undefined ? around : [...around, ...aroundBody])
        await expect.soft(await call(endpoint, of(wrong)), name).toBeError(...error);
    },
  }));
}

async function changedFrom(_: Given, right: string): Promise<string> {
  return madeUp(right);
}

async function expiredIn(given: Given): Promise<string> {
  return (await given('an expired access token')).access_token;
}

function withHeader(name: string, value: string) {
  return (valid: CallOptions): CallOptions => ({ ...valid, headers: { [name]: value } });
}
