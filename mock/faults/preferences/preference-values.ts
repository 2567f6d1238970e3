import { type Fault, stumbling } from '../../fault.ts';
import type { Json } from '../../http/json.ts';
import type { Call } from '../../operation.ts';
import { holds, is, says } from '../found.ts';

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
