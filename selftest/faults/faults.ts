import type { Wrap } from '#mock/operations';
import { agreementFaults } from './agreements.ts';
import type { Fault } from './fault.ts';
import { jsonFaults } from './json-bodies.ts';
import { orderFaults } from './orders.ts';
import { paymentIntentFaults } from './payment-intents.ts';
import { preferenceFaults } from './preferences.ts';
import { protectedFaults } from './protected-operations.ts';
import { publishedFaults } from './published.ts';
import { rarelySentFaults } from './rarely-sent.ts';
import { testUserEchoFaults } from './test-user-echoes.ts';
import { testUserFaults } from './test-users.ts';
import { tokenComparisonFaults } from './token-comparisons.ts';
import { tokenFieldFaults } from './token-fields.ts';
import { tokenLifetimeFaults } from './token-lifetimes.ts';
import { tokenResponseFaults } from './token-responses.ts';
import { tokenRuleFaults } from './token-rules.ts';

/** Every fault of the embedded provider; each is one small patch of one operation in variation 0. */
export const faults: readonly Fault[] = [
  ...tokenResponseFaults,
  ...tokenRuleFaults,
  ...tokenComparisonFaults,
  ...tokenFieldFaults,
  ...tokenLifetimeFaults,
  ...preferenceFaults,
  ...testUserFaults,
  ...testUserEchoFaults,
  ...paymentIntentFaults,
  ...agreementFaults,
  ...orderFaults,
  ...protectedFaults,
  ...jsonFaults,
  ...publishedFaults,
  ...rarelySentFaults,
];

/** Returns a function that adds faults to operations. `names` is comma-separated; throws for an unknown name. */
export function withFaults(names: string): Wrap {
  const named = names.split(',').map((name) => findFault(name.trim()));
  return (sound, endpoint) =>
    named.filter(({ operation }) => operation === endpoint).reduce((operation, { patch }) => patch(operation), sound);
}

function findFault(name: string): Fault {
  const fault = faults.find((row) => row.name === name);
  if (fault) return fault;
  throw new Error(`There is no fault named ${JSON.stringify(name)}. Expected one of docs/faults.md.`);
}
