import { credentials, errors, wire } from './choices-across.ts';
import { agreements, intents, orders, preferences, states, testUsers, token } from './choices-of-operations.ts';
import type { Pick } from './pick.ts';

/** Every choice where the reference is silent, taken by `pick`, one subject after the other. */
export const choose = (pick: Pick) => ({
  wire: wire(pick),
  errors: errors(pick),
  credentials: credentials(pick),
  token: token(pick),
  preferences: preferences(pick),
  testUsers: testUsers(pick),
  intents: intents(pick),
  agreements: agreements(pick),
  orders: orders(pick),
  states: states(pick),
});

/** One value for every choice: what the provider is like for as long as it runs. */
export type Form = ReturnType<typeof choose>;
