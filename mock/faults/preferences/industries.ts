import { type Fault, stumbling } from '../../fault.ts';
import type { Call } from '../../operation.ts';
import { has, is } from '../found.ts';

type When = (call: Call) => boolean;

const item = 'items.0';
const descriptor = 'items.0.category_descriptor';

const described = has(`${item}.description`);
const shipped = has('shipments');
const withFloor = any(has('shipments.floor'), has('shipments.receiver_address.floor'));
const plain = none(described, shipped, has(descriptor), has(`${item}.event_date`));

// What tells an industry from the twelve others in a request that does not name it (2.7).
const industries: readonly { name: string; own: When; status?: number }[] = [
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
