import type { Fault } from './fault.ts';
import { agreementFaults } from './faults/agreements.ts';
import { atOnceFaults } from './faults/at-once.ts';
import { chainFaults } from './faults/chains.ts';
import { contextFaults } from './faults/contexts.ts';
import { issuedFaults } from './faults/issued.ts';
import { unavailableFaults } from './faults/listed-errors.ts';
import { missingFaults } from './faults/missing.ts';
import { nearMissFaults } from './faults/near-misses.ts';
import { tokenAnswerFaults, tokenTextFaults } from './faults/oauth-token/answers.ts';
import { tokenClientFaults } from './faults/oauth-token/clients.ts';
import { tokenGrantFaults } from './faults/oauth-token/grants.ts';
import { tokenNearMissFaults } from './faults/oauth-token/near-misses.ts';
import { tokenErrorFaults } from './faults/oauth-token/refusals.ts';
import { tokenBadInputFaults, tokenStumbleFaults } from './faults/oauth-token/stumbles.ts';
import { tokenWorthFaults } from './faults/oauth-token/worth.ts';
import { orderFaults } from './faults/orders.ts';
import { paymentIntentFaults } from './faults/payment-intents.ts';
import { preferenceAnswerFaults, preferenceBreakFaults } from './faults/preferences/bad-input.ts';
import { industryFaults, preferenceSeldomFaults, preferenceValueFaults } from './faults/preferences/valid.ts';
import { protectedContextFaults } from './faults/protected-contexts.ts';
import { acceptances } from './faults/published/acceptances.ts';
import { answers } from './faults/published/answers.ts';
import { refusals } from './faults/published/refusals.ts';
import { rareAgreementFaults } from './faults/rare/agreements.ts';
import { rareAnswerFaults } from './faults/rare/answers.ts';
import { besideFaults } from './faults/rare/beside.ts';
import { rareDeletionFaults } from './faults/rare/deletions.ts';
import { effectFaults } from './faults/rare/effects.ts';
import { elsewhereFaults } from './faults/rare/elsewhere.ts';
import { formFaults } from './faults/rare/forms.ts';
import { laterFaults } from './faults/rare/later.ts';
import { mistakenFaults } from './faults/rare/mistaken.ts';
import { rarePreferenceFaults } from './faults/rare/preferences.ts';
import { presentedFaults } from './faults/rare/presented.ts';
import { rowFaults } from './faults/rare/rows.ts';
import { scopeFaults } from './faults/rare/scopes.ts';
import { severalFaults } from './faults/rare/several.ts';
import { singleGrantFaults } from './faults/rare/single-grants.ts';
import { rareTestUserFaults } from './faults/rare/test-users.ts';
import { tryFaults } from './faults/rare/tries.ts';
import { rareTypeFaults } from './faults/rare/types.ts';
import { layoutFaults, readerFaults } from './faults/readers.ts';
import { testUserEchoFaults, testUserMemberFaults } from './faults/test-users/answers.ts';
import { testUserErrorFaults, testUserStumbleFaults } from './faults/test-users/refusals.ts';

/**
 * Defects that were published of other services. The ids are those of Defects4REST, a project and the number of its issue
 * (github.com/ANSWER-OSU/Defects4REST); where the owner stands before it, those of an OAuth server's.
 */
export const publishedFaults: readonly Fault[] = [...acceptances, ...answers, ...refusals].map(
  ([id, operation, breaks, sentence, patch]) => ({
    name: `published-${id}`,
    operation,
    breaks,
    sentence,
    patch,
  }),
);

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
  ...rowFaults,
  ...mistakenFaults,
  ...presentedFaults,
  ...severalFaults,
  ...scopeFaults,
  ...singleGrantFaults,
  ...rareAnswerFaults,
  ...elsewhereFaults,
  ...formFaults,
  ...effectFaults,
  ...laterFaults,
  ...besideFaults,
  ...rarePreferenceFaults,
  ...rareAgreementFaults,
  ...rareDeletionFaults,
  ...rareTestUserFaults,
  ...rareTypeFaults,
  ...tryFaults,
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
