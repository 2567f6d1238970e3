import { type Exchange, isSuccess, textOf } from '../../suite/core/exchange.ts';
import { expect } from '../../suite/fixtures/expect.ts';

/**
 * Expects an issued token to open a creation. Which scopes an operation wants and which a token has by default is not
 * shown (5, 2.2): without the scope write it may be forbidden.
 */
export async function expectToOpen(issued: Exchange, opened: Exchange): Promise<void> {
  const mayWrite = textOf(issued.json, 'scope').split(' ').includes('write');
  if (mayWrite || isSuccess(opened.status)) await expect(opened).toBeAccepted();
  else await expect(opened).toBeError(403);
}
