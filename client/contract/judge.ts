import { type Endpoint, operations } from '#api/operations';
import { redact } from '#redaction/redact';
import { bodyChecks } from './body.ts';
import type { Check, MatchedRequest, Weight } from './check.ts';
import { type Found, toPlace } from './check.ts';
import { listFieldNames, unlistedChecks } from './fields.ts';
import { headerChecks } from './head.ts';
import { targetChecks } from './target.ts';

export const checks: readonly Check[] = [...targetChecks, ...headerChecks, ...bodyChecks, ...unlistedChecks];

export interface Judged {
  /** The same for the same finding in another request or another run. */
  readonly id: string;
  readonly rule: string;
  readonly section: string;
  readonly level: 'breach' | 'note';
  readonly place: string;
  readonly text: string;
  /** Holds what was sent, if the text shows it. */
  readonly got?: string | undefined;
}

/** Judges a request by every rule of its operation; `strict` makes a breach of what is merely unlisted. */
export function judgeRequest(request: MatchedRequest, strict: boolean): Judged[] {
  const own = checks.filter(({ of }) => of.includes(request.endpoint));
  return own.flatMap((check) => check.find(request).map((found) => toJudged(check, found, request.endpoint, strict)));
}

export function toLevel(weight: Weight, strict: boolean): Judged['level'] {
  return weight === 'breach' || (weight === 'unlisted' && strict) ? 'breach' : 'note';
}

function toJudged({ rule, section, weight }: Check, { place, text, got }: Found, endpoint: Endpoint, strict: boolean) {
  const where = toPlace(place);
  return {
    id: [endpoint, rule, where, text].join(' · '),
    rule,
    section: section === 'fields' ? operations[endpoint].section : section,
    level: toLevel(weight, strict),
    place: where,
    ...{ text, got },
  };
}

/** Returns a finding without secrets, with what was sent in its text. */
export function redactJudged({ got, ...judged }: Judged, endpoint: Endpoint | null): Judged {
  const place = endpoint === null ? redact(judged.place) : redactPlace(judged.place, endpoint);
  const id = judged.id.replace(judged.place, () => place);
  const actual = got === undefined ? '' : `; actual: ${redact(got).slice(0, 120)}`;
  return { ...judged, id, place, text: `${judged.text}${actual}` };
}

/** Returns a place with the names that the SDK chose redacted: those of the gate and the reference stay whole. */
function redactPlace(place: string, endpoint: Endpoint): string {
  if (place.startsWith('query ')) return `query ${redact(place.slice('query '.length))}`;
  if (!place.startsWith('/')) return place;
  const known = listFieldNames(endpoint);
  const names = place.split('/').map((name) => (known.has(name) ? name : redact(name)));
  return names.join('/');
}
