import { type Exchange, isSuccess } from '#api/exchange';
import { type RecordedResponse, summarizeResponse } from '#api/reply';
import type { State, Values } from '#api/states';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import type { Given } from '#assertions/given';

/**
 * Sends a request that uses something up three times at once: one at least succeeds, and what is rejected is rejected as
 * any other request, or with the 500 that is listed for it. Which of the others succeed is not shown; the replies come
 * back in an order that says so.
 */
export async function expectSomeOfThree(
  send: () => Promise<Exchange>,
  listedFailure?: string,
): Promise<RecordedResponse[]> {
  const exchanges = await eachCase([1, 2, 3], async () => {
    const exchange = await send();
    if (exchange.status === 500 && listedFailure) await expect.soft(exchange).toBeError(500, listedFailure);
    else if (isSuccess(exchange.status)) await expect.soft(exchange).toBeAccepted();
    else await expect.soft(exchange).toBeError('4xx');
    return exchange;
  });
  const [first] = exchanges;
  const some = exchanges.some(({ status }) => isSuccess(status));
  if (first) await expect(first).toHold('a success for one at least of three requests at once', some);
  const replies = exchanges.map((exchange) => JSON.stringify(summarizeResponse(exchange)));
  return replies.sort().map((reply): RecordedResponse => JSON.parse(reply));
}

/** Several values of a state, one after the other: where the target lacks it, nothing is left that ends a later test. */
export async function givenTimes<S extends State>(given: Given, times: number, state: S): Promise<Values<S>[]> {
  const values: Values<S>[] = [];
  while (values.length < times) values.push(await given(state));
  return values;
}
