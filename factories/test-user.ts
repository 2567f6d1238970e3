/** The body of a test user request (2.3). */
export interface TestUser {
  readonly description: string;
  readonly site_id: string;
}

/** The sites that the reference names (2.3). */
export const knownSites = ['MPE', 'MLU', 'MLA'] as const;

/** A test user on the first known site, with what is given in place of it. */
export function testUser(description: string, given: Partial<TestUser> = {}): TestUser {
  return { description, site_id: 'MLA', ...given };
}
