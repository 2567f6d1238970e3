/** One thing that the reference leaves open; the first alternative is the default. */
export type Choice = {
  readonly name: string;
  /** The places of the reference that leave it open. */
  readonly places: readonly string[];
  readonly alternatives: readonly [Scalar, Scalar, ...Scalar[]];
};

export type Scalar = string | number | boolean;
