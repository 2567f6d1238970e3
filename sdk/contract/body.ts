import type { Violation } from '../../suite/core/cause.ts';
import { violations } from '../../suite/core/schema.ts';
import { isSecretMember } from '../../suite/run/secrets/names.ts';
import { type Check, type Found, type MatchedRequest, placeOf, where } from './check.ts';
import { withBody, withoutBody } from './operations-by.ts';
import { strangersOf } from './strangers.ts';

/** The body (preamble, 2). */
export const bodyChecks: readonly Check[] = [
  {
    rule: 'no-body',
    section: '4',
    weight: 'breach',
    about: 'A deletion has no body.',
    of: withoutBody,
    find: ({ body }) => where(body.length > 0, 'body', 'is sent to an operation that has none'),
  },
  {
    rule: 'exact-json',
    section: 'preamble',
    weight: 'breach',
    about: 'The body is exact JSON: UTF-8, no member twice, no NaN.',
    of: withBody,
    find: ({ json }) => json.faults.map((found) => ({ ...found, place: placeOf(found.place) })),
  },
  {
    rule: 'number-as-text',
    section: 'fields',
    weight: 'breach',
    about: 'A number is sent as a number, not as text.',
    of: withBody,
    find: (request) => broken(request).filter(isQuotedNumber),
  },
  {
    rule: 'schema',
    section: 'fields',
    weight: 'breach',
    about: 'The body conforms to the schema of the operation.',
    of: withBody,
    find: (request) => broken(request).filter((found) => !isQuotedNumber(found)),
  },
  {
    rule: 'unsupported-parameter',
    section: '7',
    weight: 'breach',
    about: 'A token request has only the parameters that are supported.',
    of: ['oauth-token'],
    find: (request) => strangersOf(request).map((place) => ({ place, text: 'is no supported parameter' })),
  },
];

/** The schema's violations. */
function broken({ endpoint, json: { value } }: MatchedRequest): Found[] {
  const all = value === undefined ? [] : violations(`${endpoint}/request`, value);
  return all.filter(({ keyword }) => !toldElsewhere.has(keyword)).map(foundOf);
}

/** What another rule tells better, and what ajv adds to a violation that it has told. */
const toldElsewhere: ReadonlySet<string> = new Set(['additionalProperties', 'if']);

function foundOf({ pointer, wanted, got }: Violation): Found {
  const place = placeOf(pointer || '/');
  return isShown(place, got) ? { place, text: wanted, got } : { place, text: wanted };
}

/** A secret is not shown, and neither is an object or array: cut short, it might hold half of one. */
function isShown(place: string, got: string): boolean {
  const name = place.slice(place.lastIndexOf('/') + 1);
  return /^[^[{]/.test(got) && name !== 'code' && !isSecretMember(name);
}

function isQuotedNumber({ text, got = '' }: Found): boolean {
  return /^must be (?:integer|number)/.test(text) && /^"-?\d+(?:\.\d+)?"$/.test(got);
}
