import type { Fault } from './fault.ts';
import { agreementFaults } from './faults/agreements.ts';
import { atOnceFaults } from './faults/at-once.ts';
import { chainFaults } from './faults/chains.ts';
import { contextFaults } from './faults/contexts.ts';
import { issuedFaults } from './faults/issued.ts';
import { layoutFaults } from './faults/layouts.ts';
import { missingFaults } from './faults/missing.ts';
import { nearMissFaults } from './faults/near-misses.ts';
import { tokenAnswerFaults } from './faults/oauth-token/oauth-token-answers.ts';
import { tokenBadInputFaults } from './faults/oauth-token/oauth-token-bad-input.ts';
import { tokenClientFaults } from './faults/oauth-token/oauth-token-clients.ts';
import { tokenErrorFaults } from './faults/oauth-token/oauth-token-errors.ts';
import { tokenGrantFaults } from './faults/oauth-token/oauth-token-grants.ts';
import { tokenNearMissFaults } from './faults/oauth-token/oauth-token-near-misses.ts';
import { tokenStumbleFaults } from './faults/oauth-token/oauth-token-stumbles.ts';
import { tokenTextFaults } from './faults/oauth-token/oauth-token-text.ts';
import { tokenWorthFaults } from './faults/oauth-token/oauth-token-worth.ts';
import { orderFaults } from './faults/orders.ts';
import { paymentIntentFaults } from './faults/payment-intents.ts';
import { industryFaults } from './faults/preferences/industries.ts';
import { preferenceAnswerFaults } from './faults/preferences/preference-answers.ts';
import { preferenceBreakFaults } from './faults/preferences/preference-breaks.ts';
import { preferenceValueFaults } from './faults/preferences/preference-values.ts';
import { preferenceSeldomFaults } from './faults/preferences/seldom.ts';
import { protectedContextFaults } from './faults/protected-contexts.ts';
import { publishedFaults } from './faults/published/faults.ts';
import { rareAnswerFaults } from './faults/rare/answers.ts';
import { effectFaults } from './faults/rare/effects.ts';
import { elsewhereFaults } from './faults/rare/elsewhere.ts';
import { presentedFaults } from './faults/rare/presented.ts';
import { scopeFaults } from './faults/rare/scopes.ts';
import { severalFaults } from './faults/rare/several.ts';
import { rareValueFaults } from './faults/rare/values.ts';
import { readerFaults } from './faults/readers.ts';
import { testUserEchoFaults } from './faults/test-users/test-user-echoes.ts';
import { testUserErrorFaults } from './faults/test-users/test-user-errors.ts';
import { testUserMemberFaults } from './faults/test-users/test-user-members.ts';
import { testUserStumbleFaults } from './faults/test-users/test-user-stumbles.ts';
import { unavailableFaults } from './faults/unavailable.ts';

/** Every fault of the embedded provider; each is one small patch on variation 0. */
export const faults: readonly Fault[] = [
  ...tokenAnswerFaults,
  ...tokenTextFaults,
  ...tokenWorthFaults,
  ...tokenErrorFaults,
  ...tokenClientFaults,
  ...tokenGrantFaults,
  ...tokenStumbleFaults,
  ...tokenBadInputFaults,
  ...preferenceAnswerFaults,
  ...industryFaults,
  ...preferenceValueFaults,
  ...preferenceSeldomFaults,
  ...preferenceBreakFaults,
  ...testUserMemberFaults,
  ...testUserEchoFaults,
  ...testUserErrorFaults,
  ...testUserStumbleFaults,
  ...paymentIntentFaults,
  ...agreementFaults,
  ...orderFaults,
  ...tokenNearMissFaults,
  ...nearMissFaults,
  ...readerFaults,
  ...missingFaults,
  ...unavailableFaults,
  ...contextFaults,
  ...chainFaults,
  ...atOnceFaults,
  ...issuedFaults,
  ...layoutFaults,
  ...protectedContextFaults,
  ...presentedFaults,
  ...severalFaults,
  ...scopeFaults,
  ...rareAnswerFaults,
  ...elsewhereFaults,
  ...effectFaults,
  ...rareValueFaults,
  ...publishedFaults,
];

/** The faults of those names, with commas between; throws a sentence that says where the names are where there is none of one. */
export function faultsNamed(names: string): Fault[] {
  return names.split(',').map((name) => faultNamed(name.trim()));
}

function faultNamed(name: string): Fault {
  const fault = faults.find((row) => row.name === name);
  if (!fault) throw new Error(`There is no fault named ${JSON.stringify(name)}: docs/faults.md lists them.`);
  return fault;
}
