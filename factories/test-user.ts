/** The body of a test user request (2.3). */
export interface TestUser {
  readonly description: string;
  readonly site_id: string;
}

/** The sites that the reference names (2.3). */
export const knownSites = ['MPE', 'MLU', 'MLA'] as const;

/** The site of a test user in tests where the site does not matter. */
export const usualSite = 'MLA';

/** Returns a test user on the usual site; `given` overrides its fields. */
export function testUser(description: string, given: Partial<TestUser> = {}): TestUser {
  return { description, site_id: usualSite, ...given };
}
