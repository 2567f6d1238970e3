import { type Fault, stumbling, type When } from '../../fault.ts';
import type { Json } from '../../http/json.ts';
import type { Call } from '../../operation.ts';
import { has, holds, is, says } from '../found.ts';
import { rowsOf } from '../row.ts';

const item = 'items.0';
const descriptor = 'items.0.category_descriptor';

const described = has(`${item}.description`);
const shipped = has('shipments');
const withFloor = any(has('shipments.floor'), has('shipments.receiver_address.floor'));
const plain = none(described, shipped, has(descriptor), has(`${item}.event_date`));

/** What tells an industry from the twelve others in a request that does not name it (2.7). */
export const industries: readonly { name: string; own: When; status?: number }[] = [
  { name: 'Apparel', own: has(`${item}.type`) },
  { name: 'Electro', own: all(has(`${item}.warranty`), none(described)), status: 400 },
  { name: 'Entertainment', own: all(has(`${descriptor}.event_date`), none(described)) },
  { name: 'Home & deco', own: all(has(`${item}.warranty`), described) },
  { name: 'Applications and online platforms', own: all(plain, is(`${item}.category_id`, 'virtual_goods')) },
  { name: 'Retail', own: all(has(`${item}.picture_url`), none(has(`${item}.type`))), status: 400 },
  { name: 'Government and public services', own: all(has(`${descriptor}.event_date`), described) },
  { name: 'Tourism', own: has(`${descriptor}.route`), status: 400 },
  { name: 'Hospitality', own: all(has(`${descriptor}.passenger`), none(has(`${descriptor}.route`))) },
  { name: 'Utilities', own: all(plain, is(`${item}.category_id`, 'services')), status: 400 },
  { name: 'Direct sale', own: all(withFloor, has('payer.is_prime_user')) },
  { name: 'Automobiles and nautical', own: all(withFloor, none(has('payer.is_prime_user'))), status: 400 },
  { name: 'Urban transport', own: all(described, none(shipped, has(descriptor))) },
];

/** For each industry: its preferences fail, or are refused, and no other industry's. */
export const industryFaults: readonly Fault[] = industries.map(({ name, own, status = 500 }) => ({
  name: `preference-${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`,
  operation: 'checkout-preferences',
  breaks: 'PRF-01',
  sentence: `A full preference of ${name} is answered ${status}.`,
  patch: stumbling(own, status),
}));

function all(...tests: When[]): When {
  return (call) => tests.every((test) => test(call));
}

function any(...tests: When[]): When {
  return (call) => tests.some((test) => test(call));
}

function none(...tests: When[]): When {
  return (call) => !tests.some((test) => test(call));
}

/** What the plain preference of every industry has too breaks its own requirement. */
type Value = {
  slug: string;
  words: string;
  when: (call: Call) => boolean;
  status?: number;
  breaks?: 'PRF-01';
};

const amount = (test: (value: number) => boolean) => (value: Json) =>
  typeof value === 'number' && test(value);

// Values that the text allows (2.7).
const allowed: readonly Value[] = [
  { slug: 'native-web', words: 'Native web', when: is('payer.authentication_type', 'Native web') },
  { slug: 'facebook', words: 'Facebook', when: is('payer.authentication_type', 'Facebook'), status: 400 },
  { slug: 'other', words: 'Other', when: is('payer.authentication_type', 'Other') },
  { slug: 'not-prime', words: 'is_prime_user false', when: is('payer.is_prime_user', false) },
  { slug: 'first-purchase', words: 'a first purchase', when: is('payer.is_first_purchase_online', true) },
  { slug: 'no-express', words: 'express_shipment false', when: is('shipments.express_shipment', false) },
  {
    slug: 'express',
    words: 'express_shipment true',
    when: is('shipments.express_shipment', true),
    breaks: 'PRF-01',
  },
  { slug: 'no-warranty', words: 'warranty false', when: is('items.0.warranty', false), status: 400 },
  { slug: 'no-pickup', words: 'local_pickup false', when: is('shipments.local_pickup', false) },
  { slug: 'no-expiry', words: 'expires false', when: is('expires', false) },
  {
    slug: 'null-method',
    words: 'no default method',
    when: is('payment_methods.default_payment_method_id', null),
  },
  {
    slug: 'null-default',
    words: 'no default installments',
    when: is('payment_methods.default_installments', null),
  },
  {
    slug: 'null-installments',
    words: 'no installments',
    when: is('payment_methods.installments', null),
    status: 400,
  },
  { slug: 'no-date', words: 'an empty date_created', when: is('payer.date_created', ''), status: 400 },
  {
    slug: 'whole-price',
    words: 'a whole unit_price',
    when: holds('items.0.unit_price', amount(Number.isInteger)),
  },
  {
    slug: 'cents',
    words: 'a price with cents',
    when: holds(
      'items.0.unit_price',
      amount((n) => n % 1 !== 0),
    ),
    breaks: 'PRF-01',
  },
  { slug: 'several-items', words: 'several items', when: holds('items.1', () => true) },
  { slug: 'accents', words: 'text outside Latin-1', when: says(/[\u0400-\u04ff\u3040-\u9fff]/) },
  {
    slug: 'pictographs',
    words: 'characters beyond the first plane',
    when: says(/[\ud800-\udbff][\udc00-\udfff]/),
  },
  { slug: 'half-hours', words: 'an offset with half an hour', when: says(/[+-]\d\d:30"/) },
];

/** For each allowed value or shape: the preferences that have it fail, or are refused. */
export const preferenceValueFaults: readonly Fault[] = allowed.map(
  ({ slug, words, when, status = 500, breaks = 'PRF-02' }) => ({
    name: `preference-value-${slug}`,
    operation: 'checkout-preferences',
    breaks,
    sentence: `A preference with ${words} is answered ${status}.`,
    patch: stumbling(when, status),
  }),
);

const { row } = rowsOf('checkout-preferences', 'preference-seldom');

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
      amount((price) => price < 1),
    ),
  ],
  [
    'dear',
    'a price of seven digits',
    holds(
      'items.0.unit_price',
      amount((price) => price >= 1e6),
    ),
  ],
  [
    'long-number',
    'a phone number of nine digits',
    holds(
      'payer.phone.number',
      amount((phone) => phone > 1e8),
    ),
  ],
  ['plus', 'an address with a plus sign', says(/"email":"[^"]*\+/)],
  ['port', 'a URL with a port', says(/shop\.example:8443/)],
  ['zeros', 'a document that begins with zeros', says(/"identification_number":"0/)],
];

/** Preferences that are refused for a seldom value. */
export const preferenceSeldomFaults: readonly Fault[] = refused.map(([slug, words, when]) =>
  row('PRF-22', slug, `A preference with ${words} is refused.`, stumbling(when, 400, 'invalid_preference')),
);
