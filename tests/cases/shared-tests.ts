import { covers, withCreation } from '#api/covers';
import { type Exchange, isSuccess, type ResponseRecord } from '#api/exchange';
import { type Endpoint, getListedFailure } from '#api/operations';
import type { RequirementId } from '#api/register';
import { type RecordedResponse, summarizeResponse } from '#api/response-shape';
import type { State, Values } from '#api/states';
import { validRequest } from '#assertions/control/controls';
import { eachCase } from '#assertions/each-case';
import { type ErrorStatus, expect } from '#assertions/expect';
import { record } from '#assertions/facts';
import type { Given } from '#assertions/given';
import { now } from '#assertions/run';
import type { CallOptions } from '#http/request';
import { skipBecauseOfControl, skipTest, tryOptional } from '#run/skip';
import type { SharedTest, TokenRules } from './rejections.ts';
import { wrongTokens } from './request-contexts.ts';

/** Returns the test that the rejections of wrong tokens, and that of a text that is no JSON, are JSON. */
export function jsonRejection(
  endpoint: Endpoint,
  id: RequirementId,
  { malformed, ...preferred }: Pick<CallOptions, 'headers'> & { readonly malformed?: (tag: string) => string } = {},
): SharedTest {
  const body: SharedTest[2] = async ({ provoke, given, tag }) => {
    const { token = '', ...valid } = await validRequest(endpoint, given, tag);
    const unauthorized = await wrongTokens(given, token);
    const broken = malformed ? [{ token, text: malformed(tag) }] : [];
    const wrong = unauthorized.map(({ request }) => ({ ...valid, ...preferred, ...request }));
    await eachCase([...broken, ...wrong], async (request) => {
      await expect.soft(await provoke(endpoint, request)).toBeJson();
    });
  };
  return ['answers a rejection in JSON', covers(id), body];
}

/** Returns the test that a resource is still there after deletions with wrong tokens. */
export function rejectionWithoutEffect(endpoint: Endpoint, id: RequirementId, rules: TokenRules): SharedTest {
  const body: SharedTest[2] = async ({ call, given, tag }) => {
    const { token = '', path = {} } = await validRequest(endpoint, given, tag);
    const { otherScheme, forbidden } = rules;
    const forbiddenToken = forbidden && (await tryOptional(() => given(forbidden.state)))?.access_token;
    const attempts = [
      ...(await wrongTokens(given, token)).map(({ rule, request }) => ({ request, rule: rules[rule] })),
      { request: { headers: { authorization: `Basic ${token}` } }, rule: otherScheme },
      ...(forbidden && forbiddenToken ? [{ request: { token: forbiddenToken }, rule: forbidden.rule }] : []),
    ];

    for (const { request, rule } of attempts) {
      const response = await call(endpoint, { ...request, path });
      if (isSuccess(response.status)) skipBecauseOfControl(rule[0]);
    }

    await expect(await call(endpoint, { token, path })).toBeAccepted();
  };
  return ['does nothing where the token is rejected', covers(id), body];
}

/** Requests with a valid token that are judged alike; `creates`: how many of them may be accepted. */
type Rows = readonly [
  title: string,
  id: RequirementId,
  getRows: (tag: string) => readonly (CallOptions & { readonly name: string })[],
  creates?: number | 'each',
];

/** Returns the tests that requests are rejected with an error or, if they may be accepted, cause no 5xx. */
export function judgements(endpoint: Endpoint, expected: ErrorStatus | 'handled', all: readonly Rows[]): SharedTest[] {
  return all.map(([title, id, getRows, creates = 0]) => {
    const count = creates === 'each' ? getRows('').length : creates;
    const details = count > 0 ? withCreation(endpoint, count, covers(id)) : covers(id);
    const body: SharedTest[2] = async ({ call, provoke, given, tag }) => {
      const { access_token: token } = await given('an access token');
      await eachCase(getRows(tag), async ({ name, ...request }) => {
        const response = await (expected === 'handled' ? call : provoke)(endpoint, { token, ...request });
        if (expected === 'handled') await expect.soft(response, name).toBeHandled();
        else await expect.soft(response, name).toBeError(expected);
      });
    };
    return [title, details, body];
  });
}

/** Returns the test that a valid request with something optional is accepted. */
export function acceptance(endpoint: Endpoint, id: RequirementId, title: string, optional: CallOptions): SharedTest {
  const body: SharedTest[2] = async ({ call, given, tag }) => {
    const valid = await validRequest(endpoint, given, tag);

    await expect(await call(endpoint, { ...valid, ...optional })).toBeAccepted();
  };
  return [title, withCreation(endpoint, 1, covers(id)), body];
}

/** Sends three requests at once that use something up, of which at least one succeeds; returns the sorted responses. */
export async function expectSomeOfThree(send: () => Promise<Exchange>): Promise<RecordedResponse[]> {
  const exchanges = await eachCase([1, 2, 3], async () => {
    const exchange = await send();
    if (getListedFailure(exchange)) await expect.soft(exchange).toBeHandled();
    else await expect.soft(exchange).toBeAccepted('4xx');
    return exchange;
  });
  const [first] = exchanges;
  const some = exchanges.some(({ status }) => isSuccess(status));
  if (first) await expect(first).toHold('a success for one at least of three requests at once', some);
  return exchanges.map(summarizeResponse).sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

/** Returns several values of a state, taken one after the other, so that a failed call leaves none pending. */
export async function givenTimes<S extends State>(given: Given, times: number, state: S): Promise<Values<S>[]> {
  const values: Values<S>[] = [];
  while (values.length < times) values.push(await given(state));
  return values;
}

/** Returns an order of one seller and a valid token of another; ends the test if `user_id` shows no second seller. */
export async function twoSellers(given: Given) {
  const order = await given('an open in-store order');
  const other = await given('an access token');
  if (order.user_id === other.user_id)
    skipTest({ kind: 'one seller', states: ['an open in-store order', 'an access token'] });
  return { order, other };
}

/** Records the response to a request that may be rejected; it may be no 5xx. */
export async function recordHandled(response: Exchange): Promise<void> {
  await expect.soft(response).toBeHandled();
  record(summarizeResponse(response));
}

/** Numbers of characters for a text without a stated maximum length (8). */
const lengths = [1_000, 100_000] as const;

/** Returns the question about the length of a field that has a text of the test; no length may cause a 5xx. */
export function lengthQuestion(
  endpoint: Endpoint,
  field: string,
  ids: Parameters<typeof covers>,
  createBody: (text: string) => unknown,
): SharedTest {
  const body: SharedTest[2] = async ({ call, given, tag }) => {
    const { access_token: token } = await given('an access token');
    const responses: Record<string, unknown> = {};
    for (const length of lengths) {
      const exchange = await call(endpoint, { token, body: createBody(tag.padEnd(length, '.')) });
      await expect.soft(exchange, `${length} characters`).toBeHandled();
      responses[length] = summarizeResponse(exchange);
    }
    record(responses);
  };
  return [`How long may ${field} be?`, withCreation(endpoint, lengths.length, covers(...ids)), body];
}

/** Skips the test where the target's Date header (RFC 9110, 6.6.1) is more than an hour from this clock. */
export function skipIfClocksDiffer({ headers }: Pick<ResponseRecord, 'headers'>): void {
  const ours = now();
  const theirs = new Date(headers.date ?? '');
  if (Number.isNaN(theirs.getTime()) || Math.abs(theirs.getTime() - ours.getTime()) <= 3_600_000) return;
  skipTest({ kind: 'clock', ours: ours.toISOString(), theirs: theirs.toISOString() });
}
