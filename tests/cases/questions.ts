import { type Exchange, isSuccess } from '#api/exchange';
import { getListedFailure } from '#api/operations';
import { type RecordedResponse, summarizeResponse } from '#api/response-shape';
import type { State, Values } from '#api/states';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import type { Given } from '#assertions/given';
import { record } from '#assertions/observe';
import { skipTest } from '#run/skip';

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
  const replies = exchanges.map((exchange) => JSON.stringify(summarizeResponse(exchange)));
  return replies.sort().map((reply): RecordedResponse => JSON.parse(reply));
}

/** Returns several values of a state, taken one after the other, so that a failed call leaves none pending. */
export async function givenTimes<S extends State>(given: Given, times: number, state: S): Promise<Values<S>[]> {
  const values: Values<S>[] = [];
  while (values.length < times) values.push(await given(state));
  return values;
}

/** An order of one seller, and a valid token of another; the test is skipped if the target has no two sellers. */
type TwoSellers = { readonly order: Values<'an open in-store order'>; readonly other: Values<'an access token'> };

/** Returns two sellers with different user_ids: their states show the owner of a resource in no other way. */
export async function twoSellers(given: Given): Promise<TwoSellers> {
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
export const lengths = [1_000, 100_000] as const;

/** Records the response to a text of each length; none may be a 5xx. */
export async function recordLengths(send: (length: number) => Promise<Exchange>): Promise<void> {
  const responses: Record<string, unknown> = {};
  for (const length of lengths) {
    const exchange = await send(length);
    await expect.soft(exchange, `${length} characters`).toBeHandled();
    responses[length] = summarizeResponse(exchange);
  }
  record(responses);
}
