import type { TestDetails } from '@playwright/test';
import { madeUp } from '../factories/near-miss.ts';
import { type Endpoint, operationOf } from '../suite/core/operations.ts';
import type { Call } from '../suite/fixtures/call.ts';
import { validRequest } from '../suite/fixtures/control/controls.ts';
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

/** A test of an operation that a spec file puts down. */
export interface RefusalTest {
  readonly title: string;
  readonly covering: TestDetails;
  readonly body: (fixtures: { call: Call; provoke: Call; given: Given; tag: string }) => Promise<void>;
}

/** The tests that nothing but the right token, sent as it is to be sent, opens a protected operation. */
export function tokenRefusals(endpoint: Endpoint, refusals: Refusals): RefusalTest[] {
  return [...refusalsOfNearTokens(endpoint, refusals), ...refusalsInContexts(endpoint, refusals)];
}

function refusalsOfNearTokens(endpoint: Endpoint, { missing, madeUp, otherScheme }: Refusals): RefusalTest[] {
  return [
    { ...nearTokenHeaders, ...madeUp },
    { ...otherCredentialHeaders, ...madeUp },
    { ...emptyTokenHeaders, ...missing },
    { ...otherSchemeHeaders, ...otherScheme },
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

/** What may stand beside a wrong token; what is wrong with a body may be said first, by a code of its own. */
interface Context {
  readonly name: string;
  readonly of: (valid: CallOptions) => CallOptions;
  readonly isBroken?: true;
}

const anywhere: readonly Context[] = [
  withHeader('with Accept', 'accept', 'application/json'),
  { name: 'a second time', of: (valid) => valid },
];

const besideBody: readonly Context[] = [
  withHeader('with a charset', 'content-type', 'application/json; charset=utf-8'),
  { name: 'with an empty object', of: (valid) => ({ ...valid, body: {} }), isBroken: true },
];

/** What an operation takes besides (3.2, 4), and what every operation does. */
function contextsOf(endpoint: Endpoint, { body }: CallOptions): Context[] {
  const { inSandbox = {} } = operationOf(endpoint);
  return [
    ...Object.entries(inSandbox).map(([name, value]) => withHeader('for the sandbox', name, value)),
    ...(endpoint === 'wallet-agreements'
      ? [withHeader('for a platform', 'x-platform-id', literal('x-platform-id'))]
      : []),
    ...anywhere,
    ...(body === undefined ? [] : besideBody),
  ];
}

function refusalsInContexts(endpoint: Endpoint, { missing, madeUp, expired }: Refusals): RefusalTest[] {
  return [
    { words: 'a request without a token', tokenOf: async () => undefined, ...missing },
    { words: 'a made-up token', tokenOf: changedFrom, ...madeUp },
    { words: 'an expired token', tokenOf: expiredIn, ...expired },
  ].map(({ words, tokenOf, covering, error }) => ({
    title: `refuses ${words} in every context`,
    covering,
    body: async ({ provoke, given, tag }) => {
      const { token: right = '', ...valid } = await validRequest(endpoint, given, tag);
      const token = await tokenOf(given, right);

      const wrong = { ...valid, ...(token === undefined ? {} : { token }) };
      for (const { name, of, isBroken } of contextsOf(endpoint, valid)) {
        const response = await provoke(endpoint, of(wrong));
        await expect.soft(response, name).toBeError(...(isBroken ? (['4xx'] as const) : error));
      }
    },
  }));
}

async function changedFrom(_: Given, right: string): Promise<string> {
  return madeUp(right);
}

async function expiredIn(given: Given): Promise<string> {
  return (await given('an expired access token')).access_token;
}

function withHeader(name: string, header: string, value: string): Context {
  return { name, of: (valid) => ({ ...valid, headers: { [header]: value } }) };
}
