/** The machines of a shared run that a result stands on. */
export interface Part {
  readonly of: number;
  readonly present: readonly number[];
}

/** Whether a result stands on less than the whole run. */
export function isPartial(part: Part | undefined): part is Part {
  return part !== undefined && part.present.length < part.of;
}

/** Which machines are missing, in words: `this is shard 2 of 3 alone`, `shard 3 of 3 is missing`. */
export function partialWords({ of, present }: Part): string {
  const missing = Array.from({ length: of }, (_, index) => index + 1).filter((n) => !present.includes(n));
  if (present.length === 1) return `this is shard ${present[0]} of ${of} alone`;
  return missing.length === 1
    ? `shard ${missing[0]} of ${of} is missing`
    : `shards ${missing.join(', ')} of ${of} are missing`;
}
