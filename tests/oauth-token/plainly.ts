import { getMissingCapabilities } from '#api/capabilities';
import { findErrorCode, hasErrorCode } from '#api/errors';
import { type Exchange, isSuccess } from '#api/exchange';
import { type RequirementId, requirementOf } from '#api/register';
import type { Call } from '#assertions/call';
import type { Given } from '#assertions/given';
import { settings } from '#run/context';
import { ownTurn } from '#run/in-order';
import { skipBecauseOfControl, skipTest, tryOptional } from '#run/skip';
import { bodyOf, conditions } from './conditions.ts';

/** Says where a member is plainly wrong: the requirement of that, and the codes with which it is refused (7). */
const plain: Readonly<Record<string, { readonly id: RequirementId; readonly codes: readonly string[] }>> = {
  client_id: { id: 'TOK-28', codes: ['invalid_client', 'invalid_grant'] },
  client_secret: { id: 'TOK-29', codes: ['invalid_client'] },
  code: { id: 'TOK-31', codes: ['invalid_grant'] },
  refresh_token: { id: 'TOK-36', codes: ['invalid_grant'] },
  redirect_uri: { id: 'TOK-40', codes: ['invalid_grant'] },
  scope: { id: 'TOK-42', codes: ['invalid_scope', 'invalid_request'] },
};

/** A member that is wrong in a subtle way, and what makes and sends the plain request. */
interface Subtle {
  readonly member: string;
  readonly grant: string;
  readonly call: Call;
  readonly given: Given;
}

/**
 * Ends the test where a member that is wrong in a subtle way is answered as one that is plainly wrong, and neither as 7 has it:
 * that is for the requirement of the plain one to say. The plain request is sent where something is wrong alone.
 */
export async function stopWherePlain(
  response: Exchange,
  expected: readonly string[],
  { member, grant, call, given }: Subtle,
): Promise<void> {
  const plainRow = conditions.find((row) => row.id === plain[member]?.id && row.grant === grant);
  if (!plainRow || hasCode(response, expected)) return;
  await ownTurn();
  const answer = await tryOptional(async () => call('oauth-token', { body: await bodyOf(plainRow, given) }));
  const isSame = answer?.status === response.status && findErrorCode(answer) === findErrorCode(response);
  if (!isSame || hasCode(answer, plain[member]?.codes ?? [])) return;
  const without = getMissingCapabilities(requirementOf(plainRow.id).needs ?? [], settings().WITHOUT);
  if (without.length > 0) skipTest({ kind: 'capability', without });
  skipBecauseOfControl(plainRow.id);
}

function hasCode(response: Exchange, codes: readonly string[]): boolean {
  return !isSuccess(response.status) && codes.some((code) => hasErrorCode(response, code));
}
