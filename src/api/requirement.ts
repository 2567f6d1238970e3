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
  /** The capabilities that its tests need to decide anything. */
  readonly needs?: readonly Capability[];
  /** The reason why no request can ask a question, which then has no test. */
  readonly unasked?: string;
  readonly since: string;
}

/** Capabilities that tests need from a target; WITHOUT names those that a mock lacks. */
export const capabilities = {
  credentials: {
    does: 'rejects a request without credentials, or with a scheme other than Bearer',
    without: 'ignores credentials',
    alsoWithout: 'identity',
  },
  identity: {
    does: 'rejects a secret, token or code that is made up, expired or of another client',
    without: 'requires credentials and accepts any',
  },
  state: {
    does: 'stores what it created and issued, and what was used, revoked or cancelled; knows the time',
    without: 'stores nothing. Then any number of tests can use the same `STATE_…` value',
  },
  logic: {
    does: 'computes each response: returns what was sent, new ids, and the error code of the condition',
    without: 'checks a request against a schema at most, and returns one fixed example for each status',
  },
  validation: {
    does: 'rejects malformed JSON, missing fields and undocumented values',
    without: 'accepts any body and any path',
  },
  errors: {
    does: 'rejects with the documented status and code or label',
    without: 'rejects with another status or body',
  },
} as const;

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
    return needs.includes(word) || ('alsoWithout' in row && needs.includes(row.alsoWithout));
  };
  return capabilityNames.filter((word) => without.includes(word) && switchesOff(word));
}
