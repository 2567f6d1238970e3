/** The body of a test user request (2.3). */
export interface TestUser {
  readonly description: string;
  readonly site_id: string;
}

/** The sites that the reference names (2.3). */
export const knownSites = ['MPE', 'MLU', 'MLA'] as const;

/** The site on which a test user is created where it does not matter. */
export const usualSite = 'MLA';

/** A test user on the usual site, with what is given instead of it. */
export function testUser(description: string, given: Partial<TestUser> = {}): TestUser {
  return { description, site_id: usualSite, ...given };
}
