import general from '#schemas/checkout-preferences/request.json' with { type: 'json' };
import { edit, isObject, mapTexts, read, without } from '../json.ts';
import { fields } from './fields.ts';
import {
  contradictions,
  getRepresentative,
  type Industry,
  industries,
  industriesWith,
  otherPlaces,
  particularPaths,
} from './industry.ts';
import { type Preference, preference } from './preference.ts';
import regions from './regions.json' with { type: 'json' };
import { type Seed, toSoon } from './scene.ts';

/** Returns a preference of an industry in each other reading of where its fields belong and of what its flags exclude. */
export function otherReadings(industry: Industry, body: Preference): Preference[] {
  const places = otherPlaces.filter(({ industries }) => industries.includes(industry));
  const isLong = read(body, '/payment_methods/excluded_payment_methods/1') !== undefined; // the usual one has one id
  const bodies = [...new Set([body, withoutExcluded(body), isLong ? withoutMethods(body) : body]), sooner(body)];
  return bodies.flatMap((one) => [one, ...places.map(({ apply }) => apply(one))]).slice(1);
}

/** Moves the dates to come to these months: how far ahead they may be is not shown (8). */
export function sooner(body: Preference): Preference {
  return mapTexts(body, (_, text) => text.replace(/^203\d-\d\d-\d\d(?=T|$)/, toSoon));
}

/** Names no payment method, and no default: the reference lists none that a provider knows (2.7). */
export function withoutMethods(body: Preference): Preference {
  const lists = { excluded_payment_methods: [], excluded_payment_types: [] };
  const other = { ...lists, default_payment_method_id: null, default_installments: null };
  return edit(body, '/payment_methods', (methods) => (isObject(methods) ? { ...methods, ...other } : methods));
}

/** Changes a preference to one of each country: the reference lists no currency, document or zip code (2.7). */
export const countries = regions.map(({ texts }) => {
  const byName = new Map(Object.entries(texts));
  return {
    name: texts.currency_id,
    apply: (body: Preference) => mapTexts(body, (name, text) => byName.get(name) ?? text),
  };
});

/** Removes what a flag excludes: the expiration of what never expires, a purchase before the first, a pickup's address. */
function withoutExcluded(body: Preference): Preference {
  return [
    { flag: '/expires', value: false, excluded: '/date_of_expiration' },
    { flag: '/payer/is_first_purchase_online', value: true, excluded: '/payer/last_purchase' },
    { flag: '/shipments/local_pickup', value: true, excluded: '/shipments/receiver_address' },
  ].reduce((left, { flag, value, excluded }) => (read(left, flag) === value ? without(left, excluded) : left), body);
}

/** Returns a function that draws the full preference of an industry once: to draw one takes longer than to change it. */
function createFull(seed: Seed): (industry: Industry) => Preference {
  const drawn = new Map(industries.map((industry) => [industry, preference(industry, { seed })]));
  return (industry) => drawn.get(industry) ?? preference(industry, { seed });
}

/** Returns each contradiction in a full preference of each affected industry. */
export function contradictingPreferences(seed: Seed) {
  const full = createFull(seed);
  return contradictions.flatMap(({ name, sentence, industries, apply }) =>
    industries.map((industry) => ({ industry, name, sentence, body: apply(full(industry)) })),
  );
}

/** Adds each industry-specific field, of the industry `owner`, to a full preference of one that does not have it. */
export function foreignFields(seed: Seed) {
  const full = createFull(seed);
  const particular = fields(general).filter(({ path }) => particularPaths.includes(path));
  return particular.flatMap(({ path, pointer }, index) => {
    const owner = getRepresentative(path);
    const lacking = industries.filter((industry) => !industriesWith(path).includes(industry));
    const industry = lacking[index % lacking.length];
    if (!owner || !industry) return [];
    const value = read(full(owner), pointer);
    const body = edit(full(industry), pointer, () => value);
    return [{ industry, owner, name: `${path} of ${owner}`, path, pointer, body }];
  });
}

/** Omits each field or block in turn from a full preference, each once in an industry that has it. */
export function omissions(seed: Seed) {
  const full = createFull(seed);
  return fields(general).flatMap(({ path, pointer }) => {
    const industry = getRepresentative(path);
    // An omitted element is an empty array, which invalid.ts already has.
    if (!industry || path.endsWith('[0]') || !industriesWith(path).includes(industry)) return [];
    const body = without(full(industry), pointer);
    return [{ industry, name: `without ${path}`, path, pointer, body }];
  });
}
