import { type Exchange, isSuccess, textOf } from '../../suite/core/exchange.ts';
import { expect } from '../../suite/fixtures/expect.ts';

/**
 * Expects an issued token to open a creation. Which scopes an operation wants and which a token has by default is not
 * shown (5, 2.2): a token that lacks one of them may be forbidden.
 */
export async function expectToOpen(issued: Exchange, opened: Exchange): Promise<void> {
  const scopes = textOf(issued.json, 'scope').split(' ');
  const hasAll = ['offline_access', 'read', 'write'].every((scope) => scopes.includes(scope));
  if (hasAll || isSuccess(opened.status)) await expect(opened).toBeAccepted();
  else await expect(opened).toBeError(403);
}
