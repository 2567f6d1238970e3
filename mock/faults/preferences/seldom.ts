import { type Fault, stumbling, type When } from '../../fault.ts';
import type { Json } from '../../http/json.ts';
import { holds, is, says } from '../found.ts';
import { rowsOf } from '../row.ts';

const { row } = rowsOf('checkout-preferences', 'preference-seldom');

const number = (test: (value: number) => boolean) => (value: Json) =>
  typeof value === 'number' && test(value);

// Values that the text allows (2.7) and that few buyers have.
const refused: readonly (readonly [slug: string, words: string, when: When])[] = [
  ['leap-day', 'a leap day', says(/-02-29T/)],
  ['last-day', 'a 31st', says(/-31T00:00/)],
  ['midnight', 'midnight', says(/T00:00:00\.000/)],
  ['last-second', 'the last second of a year', says(/-12-31T23:59:59/)],
  ['apostrophe', 'an apostrophe', says(/O'Higgins/)],
  ['one-letter', 'a name of one letter', says(/"(?:first|last)_name":"."/)],
  ['hyphen', 'a name with a hyphen', says(/_name":"[^"]*\w-/)],
  ['combining', 'a combining accent', says(/\u0301 &/)],
  ['astral', 'a character of two units', says(/𠮷/u)],
  ['one-piece', 'a single piece', is('items.0.quantity', 1)],
  ['hundred', 'a hundred pieces', is('items.0.quantity', 100)],
  [
    'cheap',
    'a price below one',
    holds(
      'items.0.unit_price',
      number((price) => price < 1),
    ),
  ],
  [
    'dear',
    'a price of seven digits',
    holds(
      'items.0.unit_price',
      number((price) => price >= 1e6),
    ),
  ],
  [
    'long-number',
    'a phone number of nine digits',
    holds(
      'payer.phone.number',
      number((phone) => phone > 1e8),
    ),
  ],
  ['plus', 'an address with a plus sign', says(/"email":"[^"]*\+/)],
  ['port', 'a URL with a port', says(/shop\.example:8443/)],
  ['zeros', 'a document that begins with zeros', says(/"identification_number":"0/)],
];

/** Preferences that are refused for a seldom value. */
export const preferenceSeldomFaults: readonly Fault[] = refused.map(([slug, words, when]) =>
  row('PRF-02', slug, `A preference with ${words} is refused.`, stumbling(when, 400, 'invalid_preference')),
);
