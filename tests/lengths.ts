import type { Exchange } from '../suite/core/exchange.ts';
import { replyOf } from '../suite/core/reply.ts';
import { expect } from '../suite/fixtures/expect.ts';
import { record } from '../suite/fixtures/record.ts';

/** So many characters has a text whose longest form is not shown (8). */
export const lengths = [1_000, 100_000] as const;

/** Records how a text of each length is answered; none may be answered with a 5xx. */
export async function recordLengths(send: (length: number) => Promise<Exchange>): Promise<void> {
  const answers: Record<string, unknown> = {};
  for (const length of lengths) {
    const exchange = await send(length);
    await expect.soft(exchange, `${length} characters`).toBeHandled();
    answers[length] = replyOf(exchange);
  }
  record(answers);
}
