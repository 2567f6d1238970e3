import type { Endpoint } from '#api/operations';
import { agreement } from '#factories/agreement';
import { without } from '#factories/json';
import { industries } from '#factories/preferences/industry';
import { preference } from '#factories/preferences/preference';
import { knownSites, testUser, usualSite } from '#factories/test-user';
import { settings } from '#run/context';

/** Whole bodies that are unusual: a value of each JSON type. */
export const wholeBodies = [{}, [], 'text', '', 42, 0, null, true, false];

/** A valid body that differs from the usual one of its operation, and its difference. */
interface OtherBody {
  readonly name: string;
  readonly body: unknown;
}

/**
 * Returns a body for each row of the tables but the usual one: a preference of each other industry (2.7), a test user
 * on each other known site (2.3), an agreement without each of its fields (2.5). A rule may be missing for one row.
 */
export function otherBodies(endpoint: Endpoint, tag: string): OtherBody[] {
  const seed = settings().SEED;
  if (endpoint === 'checkout-preferences')
    return industries
      .filter((industry) => industry !== 'retail')
      .map((industry) => ({ name: industry, body: preference(industry, { seed, tag }) }));
  if (endpoint === 'test-users')
    return knownSites
      .filter((site) => site !== usualSite)
      .map((site_id) => ({ name: site_id, body: testUser(tag, { site_id }) }));
  if (endpoint === 'wallet-agreements')
    return Object.keys(agreement(tag)).map((name) => ({
      name: `without ${name}`,
      body: without(agreement(tag), `/${name}`),
    }));
  return [];
}
