import type { Failure } from '#api/cause';
import { INDUSTRY, listAsserted } from '#api/covers';
import { isExpired, type PlacedWaiver } from '#run/waivers';

interface Annotation {
  readonly type: string;
  readonly description?: string;
}

interface Failed {
  readonly title: string;
  readonly annotations: readonly Annotation[];
  readonly breach: Failure;
}

/** Returns the waiver of a failed test; undefined if one of its requirements has none, since that may be violated. */
export function waiverFor(
  failed: Failed,
  waivers: readonly PlacedWaiver[],
  now = new Date(),
): PlacedWaiver | undefined {
  const found = listAsserted(failed.annotations).map((id) =>
    waivers.find(
      (waiver) => waiver.requirement === id && !isExpired(waiver, now) && matchesPins(waiver, pinned(failed)),
    ),
  );
  return found.includes(undefined) ? undefined : found[0];
}

interface Pinned {
  readonly title: string;
  readonly industries: readonly (string | undefined)[];
  readonly responses: readonly { readonly status: number; readonly code?: string | undefined }[];
}

/** Returns true if every pin of a waiver matches a failure. */
export function matchesPins({ test, industry, status, code }: PlacedWaiver, failure: Pinned): boolean {
  const { title, industries, responses } = failure;
  if (test !== undefined && test !== title) return false;
  if (industry !== undefined && !industries.includes(industry)) return false;
  if (status === undefined && code === undefined) return true;
  const isPinned = (response: Pinned['responses'][number]) =>
    (status === undefined || response.status === status) && (code === undefined || response.code === code);
  return responses.length > 0 && responses.every(isPinned);
}

function pinned({ title, annotations, breach }: Failed): Pinned {
  const industries = annotations.filter(({ type }) => type === INDUSTRY).map(({ description }) => description);
  return { title, industries, responses: breach.kind === 'breach' ? breach.exchanges : [] };
}

/** Returns a waiver as reports show it: the reason, the owner, the date and the link. */
export function wordsOf({ reason, owner, expires, link }: PlacedWaiver): string {
  return `${reason} (${owner}, until ${expires}, ${link})`;
}
