import { type Check, type Operation, unchanged } from '../operation.ts';
import type { Variation } from '../variations.ts';
import { clientChecks, grantTypeChecks, limitChecks } from './client-checks.ts';
import { grantChecks, scopeChecks } from './grant-checks.ts';
import { issueTokens } from './issue.ts';
import { requestChecks } from './request-checks.ts';

// The reference names conditions, not their order; no order may hide one condition behind another.
const orders: Record<Variation['tokenCheckOrder'], readonly (readonly Check[])[]> = {
  'limit first': [limitChecks, clientChecks, grantTypeChecks, scopeChecks, grantChecks],
  'client first': [clientChecks, limitChecks, grantTypeChecks, scopeChecks, grantChecks],
  'grant before scope': [limitChecks, clientChecks, grantTypeChecks, grantChecks, scopeChecks],
  'grant type before client': [limitChecks, grantTypeChecks, clientChecks, scopeChecks, grantChecks],
  'grant first': [limitChecks, grantTypeChecks, grantChecks, clientChecks, scopeChecks],
};

/** `POST /oauth/token` (2.1, 2.2, 7). */
export function oauthToken(choices: Variation): Operation {
  return {
    status: choices.tokenStatus,
    checks: [...requestChecks(choices), ...orders[choices.tokenCheckOrder].flat()],
    perform: issueTokens,
    wire: unchanged,
  };
}
