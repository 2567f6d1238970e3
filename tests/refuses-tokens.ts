import type { TestDetails } from '@playwright/test';
import { madeUp } from '../factories/near-miss.ts';
import type { Endpoint } from '../suite/core/operations.ts';
import { validRequest } from '../suite/fixtures/control/twins.ts';
import { expect } from '../suite/fixtures/expect.ts';
import type { Given } from '../suite/fixtures/given.ts';
import { sideBySide } from '../suite/fixtures/side-by-side.ts';
import { test } from '../suite/fixtures/test.ts';
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

/** The tests that nothing but the right token, sent as it is to be sent, opens a protected operation. */
export function refusesTokens(endpoint: Endpoint, refusals: Refusals): void {
  refusesNearTokens(endpoint, refusals);
  refusesInContexts(endpoint, refusals);
}

function refusesNearTokens(endpoint: Endpoint, { missing, madeUp, otherScheme }: Refusals): void {
  for (const { words, headers, covering, error } of [
    { ...nearTokenHeaders, ...madeUp },
    { ...otherCredentialHeaders, ...madeUp },
    { ...emptyTokenHeaders, ...missing },
    { ...otherSchemeHeaders, ...otherScheme },
  ]) {
    test(`refuses ${words}`, covering, async ({ call, given, tag }) => {
      const valid = await validRequest(endpoint, given, tag);
      const wrong = await headers(valid.token ?? '', given);

      const answered = sideBySide(wrong, ({ value: authorization }) =>
        call(endpoint, { ...valid, purpose: 'refusal', headers: { authorization } }),
      );

      for await (const [{ name }, response] of answered)
        await expect.soft(response, name).toBeError(...error);
    });
  }
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

function refusesInContexts(endpoint: Endpoint, refusals: Refusals): void {
  for (const { words, tokenOf, covering, error } of [
    { words: 'a request without a token', tokenOf: async () => undefined, ...refusals.missing },
    {
      words: 'a made-up token',
      tokenOf: async (_: Given, right: string) => madeUp(right),
      ...refusals.madeUp,
    },
    { words: 'an expired token', tokenOf: expired, ...refusals.expired },
  ]) {
    test(`refuses ${words} in every context`, covering, async ({ call, given, tag }) => {
      const { token: right = '', ...valid } = await validRequest(endpoint, given, tag);
      const token = await tokenOf(given, right);

      const wrong = { ...valid, ...(token === undefined ? {} : { token }), purpose: 'refusal' } as const;
      for (const [name, of] of valid.body === undefined ? around : [...around, ...aroundBody])
        await expect.soft(await call(endpoint, of(wrong)), name).toBeError(...error);
    });
  }
}

async function expired(given: Given): Promise<string> {
  return (await given('an expired access token')).access_token;
}

function withHeader(name: string, value: string) {
  return (valid: CallOptions): CallOptions => ({ ...valid, headers: { [name]: value } });
}
