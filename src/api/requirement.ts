import capabilities from './capabilities.json' with { type: 'json' };

export type Subject = 'service' | 'client';

export const levels = ['must', 'should', 'question'] as const;
export type Level = (typeof levels)[number];

/** One statement of the reference in our own words. Its row is in requirements/. */
export interface RegisteredRequirement {
  readonly id: string;
  readonly endpoint: string;
  readonly level: Level;
  readonly section: string;
  readonly text: string;
  /** The clause of the reference that forces a must, in our own words: docs/reference.md. */
  readonly because?: string;
  readonly needs?: readonly Capability[];
  /** The reason why no request can ask a question, which then has no test. */
  readonly unasked?: string;
  readonly since: string;
}

/** Capabilities that tests need from a target; WITHOUT names those that a mock lacks. */
export { capabilities };

export type Capability = keyof typeof capabilities;

export const capabilityNames = Object.keys(capabilities).filter(isCapability);

/** Returns true if a word names a capability. */
export function isCapability(word: string): word is Capability {
  return Object.hasOwn(capabilities, word);
}

/** Returns the words of WITHOUT that switch off one of these capabilities; none if the target has them all. */
export function getMissingCapabilities(needs: readonly Capability[], without: readonly Capability[]): Capability[] {
  const switchesOff = (word: Capability) => {
    const row = capabilities[word];
    return needs.includes(word) || ('alsoWithout' in row && needs.some((need) => need === row.alsoWithout));
  };
  return capabilityNames.filter((word) => without.includes(word) && switchesOff(word));
}
