import { LEVEL, REQUIREMENT } from '../covers.ts';
import { isExpired, type PlacedWaiver } from './file.ts';

interface Annotation {
  readonly type: string;
  readonly description?: string;
}

/**
 * The waiver of a test that failed: where every requirement that it asserts is waived, the first one's. What else it
 * asserts may be what is broken, so one requirement without a waiver leaves it failed.
 */
export function waiverFor(
  annotations: readonly Annotation[],
  waivers: readonly PlacedWaiver[],
  now = new Date(),
): PlacedWaiver | undefined {
  const found = asserted(annotations).map((id) =>
    waivers.find((waiver) => waiver.requirement === id && !isExpired(waiver, now)),
  );
  return found.includes(undefined) ? undefined : found[0];
}

/** The musts and shoulds of a test; `covers` writes the requirements and their levels in the same order. */
function asserted(annotations: readonly Annotation[]): (string | undefined)[] {
  const described = (wanted: string) =>
    annotations.filter(({ type }) => type === wanted).map(({ description }) => description);
  const levels = described(LEVEL);
  return described(REQUIREMENT).filter((_, index) => levels[index] !== 'question');
}

/** A waiver as reports show it: the reason, who is to mend it until when, and where. */
export function wordsOf({ reason, owner, expires, link }: PlacedWaiver): string {
  return `${reason} (${owner}, until ${expires}, ${link})`;
}
