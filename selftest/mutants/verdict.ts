/** Gives the reason why no test notices a mutant: it does the same, the reference does not say, or a test is missing. */
export type Kind = 'equivalent' | 'silent' | 'missed';

/** Describes what somebody who looked at survivors says of a family of them. */
export interface Verdict {
  readonly kind: Kind;
  readonly because: string;
  /** Their keys, or what the keys of a whole family of them have. */
  readonly mutants: readonly (string | RegExp)[];
}
