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

/** The schema's violations; `/expires_in must be number; got "1" [#/…]` taken apart. */
function broken({ endpoint, json: { value } }: MatchedRequest): Found[] {
  const lines = value === undefined ? [] : violations(`${endpoint}/request`, value);
  return lines.filter((line) => !toldElsewhere.test(line)).map(takenApart);
}

/** What another rule tells better, and what ajv adds to a violation that it has told. */
const toldElsewhere = /must NOT have additional properties|must match "then" schema/;

function takenApart(line: string): Found {
  const [, pointer, text, got = ''] = /^(\/.*?) (must .*); got (.*) \[#/s.exec(line) ?? [];
  if (pointer === undefined || text === undefined) return { place: 'body', text: line };
  const place = placeOf(pointer);
  return isShown(place, got) ? { place, text, got } : { place, text };
}

/** A secret is not shown, and neither is an object or array: cut short, it might hold half of one. */
function isShown(place: string, got: string): boolean {
  const name = place.slice(place.lastIndexOf('/') + 1);
  return /^[^[{]/.test(got) && name !== 'code' && !isSecretMember(name);
}

function isQuotedNumber({ text, got = '' }: Found): boolean {
  return /^must be (?:integer|number)/.test(text) && /^"-?\d+(?:\.\d+)?"$/.test(got);
}
