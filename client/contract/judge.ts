import { type Endpoint, operations } from '#api/operations';
import { redact } from '#redaction/redact';
import { bodyChecks } from './body.ts';
import { type Check, type MatchedRequest, placeOf, type Weight } from './check.ts';
import type { Found } from './exact-json.ts';
import { headerChecks } from './headers.ts';
import { fieldNames } from './strangers.ts';
import { pathChecks, queryChecks } from './target.ts';
import { transportChecks } from './transport.ts';
import { unlistedChecks } from './unlisted.ts';

/** Every rule that a request is held against. */
export const checks: readonly Check[] = [
  ...transportChecks,
  ...pathChecks,
  ...queryChecks,
  ...headerChecks,
  ...bodyChecks,
  ...unlistedChecks,
];

/** One thing that a check found in one request, free of secrets. */
export interface Judged {
  /** The same for the same finding in another request or another run. */
  readonly id: string;
  readonly rule: string;
  readonly section: string;
  readonly level: 'breach' | 'note';
  readonly place: string;
  readonly text: string;
}

/** Judges a request by every rule of its operation; `strict` makes a breach of what is merely unlisted. */
export function judge(request: MatchedRequest, strict: boolean): Judged[] {
  const { endpoint } = request;
  return checks
    .filter(({ of }) => of.includes(endpoint))
    .flatMap((check) => check.find(request).map((found) => judged(check, found, endpoint, strict)));
}

/** Returns what a weight comes to. */
export function levelOf(weight: Weight, strict: boolean): Judged['level'] {
  return weight === 'breach' || (weight === 'stranger' && strict) ? 'breach' : 'note';
}

function judged(
  { rule, section, weight }: Pick<Check, 'rule' | 'section' | 'weight'>,
  { place, text, got }: Found,
  endpoint: Endpoint,
  strict: boolean,
): Judged {
  const shown = placeShown(placeOf(place), endpoint);
  return {
    id: [endpoint, rule, shown, text].join(' · '),
    rule,
    section: section === 'fields' ? operations[endpoint].section : section,
    level: levelOf(weight, strict),
    place: shown,
    text: got === undefined ? text : `${text}; got ${redact(got).slice(0, 120)}`,
  };
}

/** A place with what the SDK named itself redacted: the gate's own words and the names of the reference stay whole. */
function placeShown(place: string, endpoint: Endpoint): string {
  if (place.startsWith('query ')) return `query ${redact(place.slice('query '.length))}`;
  if (!place.startsWith('/')) return place;
  const known = fieldNames(endpoint);
  return place
    .split('/')
    .map((name) => (known.has(name) ? name : redact(name)))
    .join('/');
}
