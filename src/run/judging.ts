import type { Failure } from '#api/cause';
import { type Annotation, getDescriptions, INDUSTRY, listAsserted } from '#api/covers';
import { isEndpoint } from '#api/operations';
import { describeOutsideSet, getRequirement } from '#api/register';
import type { Settings } from './settings/settings.ts';

/** A known breach of one target, which is tolerated until a date. */
export interface Waiver {
  readonly requirement: string;
  /** The limits of a waiver: a test by its title, an industry, responses with a status and a code. */
  readonly test?: string;
  readonly industry?: string;
  readonly status?: number;
  readonly code?: string;
  readonly reason: string;
  readonly owner: string;
  readonly link: string;
  readonly expires: string;
}

/** A waiver with its place: `line 4 of waivers/sandbox.json`. */
export interface PlacedWaiver extends Waiver {
  readonly place: string;
}

/** Returns true if the last day of a waiver is past; days are those of UTC. */
export function isExpired({ expires }: Waiver, now = new Date()): boolean {
  return expires < now.toISOString().slice(0, 10);
}

interface Failed {
  readonly title: string;
  readonly annotations: readonly Annotation[];
  readonly breach: Failure;
}

/** Returns the waiver of a failed test; undefined if one of its requirements has none, since that may be violated. */
export function findWaiver({ title, annotations, breach }: Failed, waivers: readonly PlacedWaiver[], now = new Date()) {
  const industries = getDescriptions(annotations, INDUSTRY);
  const failure = { title, industries, responses: breach.kind === 'breach' ? breach.exchanges : [] };
  const isOf = (waiver: PlacedWaiver, id: string) =>
    waiver.requirement === id && !isExpired(waiver, now) && matchesPins(waiver, failure);
  const found = listAsserted(annotations).map((id) => waivers.find((waiver) => isOf(waiver, id)));
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

/** Returns a waiver as reports show it: the reason, the owner, the date and the link. */
export function describeWaiver({ reason, owner, expires, link }: PlacedWaiver): string {
  return `${reason} (${owner}, until ${expires}, ${link})`;
}

/** Returns the reason why a row is outside the verdict of a run; undefined if it is not, which is the default. */
export function findExclusion(id: string, judged: Pick<Settings, 'REQUIREMENTS' | 'OPERATIONS'>) {
  const { REQUIREMENTS, OPERATIONS } = judged;
  const isJudged = isJudgedOperation(getRequirement(id).endpoint, OPERATIONS);
  const words = describeOutsideSet(REQUIREMENTS, id) ?? (isJudged ? undefined : 'its operation is not in OPERATIONS');
  return words === undefined ? undefined : ({ kind: 'outside', words } as const);
}

/** Returns true if a run judges an operation; what belongs to no operation is always judged. */
export function isJudgedOperation(endpoint: string, judged: Settings['OPERATIONS']): boolean {
  return judged.length === 0 || !isEndpoint(endpoint) || judged.includes(endpoint);
}
