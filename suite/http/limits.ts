/** What an answer may have at most. More is a breach, whatever the test asks: no client of a payments service is safe from it. */
export const limits = {
  /** Bytes of a body, as sent and decompressed. */
  body: 2_000_000,
  /** Interim answers (1xx) before the answer. */
  interim: 100,
  /** Levels of arrays and objects in JSON. */
  depth: 500,
} as const;

/** The words for an answer that exceeds a limit; undefined where it does not. */
export function excessOf({
  bytes,
  interim,
}: {
  readonly bytes: number;
  readonly interim: number;
}): string | undefined {
  if (interim > limits.interim) return `more than ${limits.interim} interim answers (1xx) before an answer`;
  return bytes > limits.body ? `the body is larger than ${limits.body / 1_000_000} MB` : undefined;
}
