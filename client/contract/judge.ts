import { type Endpoint, endpoints, operations } from '#api/operations';
import { redact } from '#redaction/redact';
import type { Head } from '../wire/traffic.ts';
import { bodyFinders } from './body.ts';
import { type Finders, type Found, findIf, type MatchedRequest, matchOperation, toPlace } from './check.ts';
import { fieldFinders, listFieldNames } from './fields.ts';
import { headerFinders } from './head.ts';
import rules from './rules.json' with { type: 'json' };
import { targetFinders } from './target.ts';

const finders: Finders = { ...targetFinders, ...headerFinders, ...bodyFinders, ...fieldFinders };

/** Describes what violates a rule in the head of a request as it was sent; `got` is a group of the pattern. */
type HeadFault = Readonly<Record<'pattern' | 'place' | 'text', string>>;

/** Describes a rule of rules.json, which the gate and the certification of a client share. */
interface Row {
  /** A section of the reference; `fields` is the one with the fields of the operation. */
  readonly section: string;
  /** `note` never fails the gate, `unlisted` (neither listed nor forbidden) only with `--strict`; default: a breach. */
  readonly weight?: string;
  /** Operations, or words for several: all, protected, POST, DELETE. */
  readonly of: string;
  /** The number of the requirement of a client that the rule decides. */
  readonly certifies?: string;
  readonly about: string;
  /** A rule without it has a finder by its name. */
  readonly head?: readonly HeadFault[];
}

/** Holds every rule with its operations, in the order of the file. */
export const checks = Object.entries<Row>(rules).map(([rule, { of, head = [], ...row }]) => ({
  rule,
  ...row,
  of: endpoints.filter((endpoint) => isAmong(endpoint, of)),
  find: finders[rule] ?? findInHead(head),
}));

function findInHead(faults: readonly HeadFault[]): Finders[string] {
  const rows = faults.map(({ pattern, ...found }) => ({ expression: new RegExp(pattern, 'i'), ...found }));
  return ({ head }) =>
    rows.flatMap(({ expression, place, text }) => {
      const match = expression.exec(head);
      return findIf(match !== null, place, text, match?.groups?.got);
    });
}

type Check = (typeof checks)[number];

function isAmong(endpoint: Endpoint, words: string): boolean {
  const { method, protected: isProtected } = operations[endpoint];
  const known = ['all', endpoint, method, ...(isProtected ? ['protected'] : [])];
  return words.split(',').some((word) => known.includes(word));
}

export interface Judged {
  /** The same for the same finding in another request or another run. */
  readonly id: string;
  readonly rule: string;
  readonly section: string;
  readonly level: 'breach' | 'note';
  readonly place: string;
  readonly text: string;
  /** Holds what was sent, if the text shows it. */
  readonly actual?: string | undefined;
}

/** Judges a request by every rule of its operation; `strict` makes a breach of what is merely unlisted. */
export function judgeRequest(request: MatchedRequest, strict: boolean): Judged[] {
  const rules = checks.filter(({ of }) => of.includes(request.endpoint));
  return rules.flatMap((check) => check.find(request).map((found) => toJudged(check, found, request.endpoint, strict)));
}

/** Returns the breaches in the head of a request to an operation whose body did not arrive, in words. */
export function describeHead(head: Head): string {
  const match = matchOperation(head.target);
  if (!match) return '';
  const request = { ...head, ...match, body: Buffer.alloc(0), json: { value: undefined, faults: [] } };
  const isOfHead = ({ rule, of, weight }: Check) =>
    weight === undefined && of.includes(match.endpoint) && !(rule in bodyFinders) && !(rule in fieldFinders);
  const found = checks.filter(isOfHead).flatMap(({ find }) => find(request));
  return found.map(({ place, text }) => `; ${toPlace(place)} ${text}`).join('');
}

/** Returns the level of a finding; `strict` makes a breach of what is merely unlisted. */
export function toLevel(weight: string | undefined, strict: boolean): Judged['level'] {
  return weight === undefined || (weight === 'unlisted' && strict) ? 'breach' : 'note';
}

function toJudged({ rule, section, weight }: Check, found: Found, endpoint: Endpoint, strict: boolean) {
  const place = toPlace(found.place);
  return {
    ...found,
    id: [endpoint, rule, place, found.text].join(' · '),
    rule,
    section: section === 'fields' ? operations[endpoint].section : section,
    level: toLevel(weight, strict),
    place,
  };
}

/** Returns a finding without secrets, with what was sent in its text. */
export function redactJudged({ actual, ...judged }: Judged, endpoint: Endpoint | null): Judged {
  const place = endpoint === null ? redact(judged.place) : redactPlace(judged.place, endpoint);
  const id = judged.id.replace(judged.place, () => place);
  const shown = actual === undefined ? '' : `; actual: ${redact(actual).slice(0, 120)}`;
  return { ...judged, id, place, text: `${judged.text}${shown}` };
}

/** Returns a place with the names that the SDK chose redacted: those of the gate and the reference stay whole. */
function redactPlace(place: string, endpoint: Endpoint): string {
  if (place.startsWith('query ')) return `query ${redact(place.slice('query '.length))}`;
  if (!place.startsWith('/')) return place;
  const known = listFieldNames(endpoint);
  return place.replace(/[^/]+/g, (name) => (known.has(name) ? name : redact(name)));
}
