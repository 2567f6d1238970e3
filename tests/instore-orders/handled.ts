import type { Exchange } from '#api/exchange';
import { expect } from '#assertions/expect';

/** The code of a failed deletion, whose listed status is 500 (7). */
export const listedFailure = 'in_store_order_creation_error';

/** Expects no 5xx except the listed 500, which may stand for a missing order (7). */
export async function expectHandled(response: Exchange, name: string): Promise<void> {
  if (response.status === 500) await expect.soft(response, name).toBeError(500, listedFailure);
  else await expect.soft(response, name).toBeHandled();
}
