import type { Call, Check } from '../operation.ts';
import type { AccessToken } from '../world/world.ts';

type Reason = Pick<Check, 'status' | 'code'>;
const bearer = /^Bearer +(\S+)$/i;

/** Returns the rules of a protected operation (5): a token in the Bearer scheme that was issued and is not expired. */
export function tokenChecks(missing: Reason, invalid: Reason): Check[] {
  return [
    { name: 'no token', ...missing, fails: (call) => authorization(call) === undefined },
    { name: 'a scheme that is not Bearer', ...missing, fails: otherScheme },
    { name: 'a token that was never issued', ...invalid, fails: neverIssued },
    { name: 'a token past its lifetime', ...invalid, fails: expired },
    { name: 'a test token outside the sandbox', ...invalid, fails: outsideSandbox },
  ];
}

export const accessToken = (call: Call): AccessToken | undefined => call.world.accessTokens.get(tokenText(call) ?? '');

/** Returns the seller of the request's token; undefined if the token is unknown or expired. */
export const sellerOf = (call: Call): number | undefined => (expired(call) ? undefined : accessToken(call)?.userId);

export const tokenText = (call: Call): string | undefined => bearer.exec(authorization(call) ?? '')?.[1];

function authorization(call: Call): string | undefined {
  const header = call.headers.authorization;
  return typeof header === 'string' ? header : undefined;
}

const otherScheme = (call: Call): boolean => authorization(call) !== undefined && tokenText(call) === undefined;
const neverIssued = (call: Call): boolean => tokenText(call) !== undefined && accessToken(call) === undefined;

function expired(call: Call): boolean {
  const token = accessToken(call);
  return token !== undefined && token.expiresAt <= Date.now();
}

// 5: tokens of type TEST are valid only in sandbox; one variation takes x-test-scope for the sandbox's mark.
function outsideSandbox(call: Call): boolean {
  const marked = call.headers['x-test-scope'] === 'sandbox';
  return call.choices.testTokens !== 'accepted' && accessToken(call)?.type === 'TEST' && !marked;
}
