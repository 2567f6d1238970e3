import type { Call, Check } from '../operation.ts';
import type { AccessToken } from '../world/world.ts';

type Reason = Pick<Check, 'status' | 'code'>;
const bearer = /^Bearer +(\S+)$/i;

/** Returns the rules of a protected operation (5): a token in the Bearer scheme that was issued and is not expired. */
export function tokenChecks(missing: Reason, invalid: Reason): Check[] {
  return [
    { name: 'no token', ...missing, fails: (call) => getAuthorization(call) === undefined },
    { name: 'a scheme that is not Bearer', ...missing, fails: hasOtherScheme },
    { name: 'a token that was never issued', ...invalid, fails: isNeverIssued },
    { name: 'a token past its lifetime', ...invalid, fails: isExpired },
    { name: 'a test token outside the sandbox', ...invalid, fails: isOutsideSandbox },
  ];
}

/** Returns the access token of a request if this provider issued it. */
export const accessToken = (call: Call): AccessToken | undefined => call.world.accessTokens.get(tokenText(call) ?? '');

/** Returns the seller of the request's token; undefined if the token is unknown or expired. */
export const getSeller = (call: Call): number | undefined => (isExpired(call) ? undefined : accessToken(call)?.userId);

/** Returns the text after `Bearer`. */
export const tokenText = (call: Call): string | undefined => bearer.exec(getAuthorization(call) ?? '')?.[1];

function getAuthorization(call: Call): string | undefined {
  const header = call.headers.authorization;
  return typeof header === 'string' ? header : undefined;
}

const hasOtherScheme = (call: Call): boolean => getAuthorization(call) !== undefined && tokenText(call) === undefined;
const isNeverIssued = (call: Call): boolean => tokenText(call) !== undefined && accessToken(call) === undefined;

function isExpired(call: Call): boolean {
  const token = accessToken(call);
  return token !== undefined && token.expiresAt <= Date.now();
}

// 5: tokens of type TEST are valid only in sandbox; one variation takes x-test-scope for the sandbox's mark.
function isOutsideSandbox(call: Call): boolean {
  const marked = call.headers['x-test-scope'] === 'sandbox';
  return call.choices.testTokens !== 'accepted' && accessToken(call)?.type === 'TEST' && !marked;
}
