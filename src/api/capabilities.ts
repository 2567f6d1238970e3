/** A thing that a mock may not do, in words for docs/targets.md; what else it cannot do then. */
interface CapabilityRow {
  /** What a target does that has it. */
  readonly does: string;
  /** What a mock does that is without it. */
  readonly without: string;
  readonly alsoWithout?: string;
}

/** What the tests need of a target besides answering: what a mock does not do it says in WITHOUT. */
export const capabilities = {
  credentials: {
    does: 'refuses a request without credentials, or with another scheme than Bearer',
    without: 'looks at no credentials at all',
    alsoWithout: 'identity',
  },
  identity: {
    does: 'tells the right secret, token or code from a made-up, expired or foreign one',
    without: 'wants credentials and takes any',
  },
  state: {
    does: 'remembers what it created and issued, and what was used, revoked or cancelled; knows the time',
    without: 'forgets each request; values of provider states in the environment serve any number of tests',
  },
  logic: {
    does: 'makes each answer for its request: what was sent comes back, ids are new, the code fits the condition',
    without: 'checks a request against a schema at most and gives one fixed example for each status',
  },
  validation: {
    does: 'refuses malformed JSON, missing members and values outside the documented ones',
    without: 'accepts any body and any path',
  },
  errors: {
    does: 'refuses with the status and the code or label that the reference lists',
    without: 'refuses with a status and a body of its own',
  },
} as const satisfies Record<string, CapabilityRow>;

export type Capability = keyof typeof capabilities;

export const capabilityNames = Object.keys(capabilities).filter(isCapability);

/** Whether a word names a capability. */
export function isCapability(word: string): word is Capability {
  return Object.hasOwn(capabilities, word);
}

/** The words of WITHOUT that switch a capability off: its own, or one that it falls with. */
function offBy(capability: Capability, without: readonly Capability[]): Capability[] {
  return without.filter((word) => {
    const row: CapabilityRow = capabilities[word];
    return word === capability || row.alsoWithout === capability;
  });
}

/** The words of WITHOUT that switch off what needs these capabilities; none where the target has them all. */
export function switchedOff(needs: readonly Capability[], without: readonly Capability[]): Capability[] {
  const words = new Set(needs.flatMap((need) => offBy(need, without)));
  return capabilityNames.filter((name) => words.has(name));
}
