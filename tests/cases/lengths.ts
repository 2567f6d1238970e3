import type { Exchange } from '#api/exchange';
import { summarizeResponse } from '#api/reply';
import { expect } from '#assertions/expect';
import { record } from '#assertions/observe';

/** Numbers of characters for a text without a stated maximum length (8). */
export const lengths = [1_000, 100_000] as const;

/** Records the response to a text of each length; none may be a 5xx. */
export async function recordLengths(send: (length: number) => Promise<Exchange>): Promise<void> {
  const answers: Record<string, unknown> = {};
  for (const length of lengths) {
    const exchange = await send(length);
    await expect.soft(exchange, `${length} characters`).toBeHandled();
    answers[length] = summarizeResponse(exchange);
  }
  record(answers);
}
