import general from '#schemas/checkout-preferences/request.json' with { type: 'json' };
import { edit, read, without } from '../json.ts';
import { fields } from './fields.ts';
import { getRepresentative, type Industry, industries, industriesWith, particularPaths } from './industry.ts';
import { type Preference, preference } from './preference.ts';
import type { Seed } from './scene.ts';

/** A place where 2.7 contradicts itself, and a spelling of it that the valid preferences do not have. */
export interface Contradiction {
  readonly name: string;
  readonly sentence: string;
  readonly industries: readonly Industry[];
  readonly apply: (body: Preference) => Preference;
}

/** Moves a value from its place in the tables; `*` is every item. */
type Move = readonly [from: string, to: string];

const passenger = '/items/*/category_descriptor/passenger';
const payerIdentification = '/payer/identification';
const receiver = '/shipments/receiver_address';

/** Fields with an ambiguous place in 2.7: a provider may accept them in only one. */
const nested: readonly Contradiction[] = [
  moving(
    'event_date inside category_descriptor',
    'The table of Hospitality lists event_date in the item; its example nests it in category_descriptor.',
    ['/items/*/event_date', '/items/*/category_descriptor/event_date'],
  ),
  moving(
    'floor and apartment inside receiver_address',
    'The table can be read with floor and apartment beside receiver_address or inside it.',
    ['/shipments/floor', `${receiver}/floor`],
    ['/shipments/apartment', `${receiver}/apartment`],
  ),
];

/** The reference's own contradictions, each with the spelling that its tables do not use. */
export const contradictions: readonly Contradiction[] = [
  moving('registration date with a space', 'The tables name registration_date; examples write the key with a space.', [
    '/payer/registration_date',
    '/payer/registration date',
  ]),
  moving(
    'payer name and surname',
    'The tables name first_name and last_name; some examples write name and surname.',
    ['/payer/first_name', '/payer/name'],
    ['/payer/last_name', '/payer/surname'],
  ),
  moving(
    'passenger type and number',
    'The tables name identification_type and identification_number; examples write type and number.',
    [`${passenger}/identification_type`, `${passenger}/type`],
    [`${passenger}/identification_number`, `${passenger}/number`],
  ),
  moving(
    'passenger identification with type and number',
    'The type and number of the examples may stand in an identification of the passenger, as the payer has one.',
    [`${passenger}/identification_type`, `${passenger}/identification/type`],
    [`${passenger}/identification_number`, `${passenger}/identification/number`],
  ),
  moving(
    'payer identification with type and number',
    'The examples write type and number for the passenger; the payer has the same pair of fields.',
    [`${payerIdentification}/identification_type`, `${payerIdentification}/type`],
    [`${payerIdentification}/identification_number`, `${payerIdentification}/number`],
  ),
  ...nested,
  {
    name: 'street_name in receiver_address',
    sentence: 'The table lists no street_name in receiver_address; it also occurs in examples.',
    industries: industriesWith('shipments.receiver_address'),
    apply: (body) => edit(body, `${receiver}/street_name`, () => 'Avenida de los Incas'),
  },
];

/** Returns a preference of an industry in each other reading of where its fields belong and of what its flags exclude. */
export function otherReadings(industry: Industry, body: Preference): Preference[] {
  const places = nested.filter(({ industries }) => industries.includes(industry));
  const bodies = [...new Set([body, withoutExcludedDates(body)])];
  return bodies.flatMap((one) => [one, ...places.map(({ apply }) => apply(one))]).slice(1);
}

/** Removes an expiration where nothing expires and a last purchase where it is the first; else returns the body itself. */
function withoutExcludedDates(body: Preference): Preference {
  const open = body.expires === false ? without(body, '/date_of_expiration') : body;
  return read(body, '/payer/is_first_purchase_online') === true ? without(open, '/payer/last_purchase') : open;
}

/** Returns each contradiction in a full preference of each affected industry. */
export function contradictingPreferences(seed: Seed) {
  return contradictions.flatMap(({ name, sentence, industries, apply }) =>
    industries.map((industry) => ({ industry, name, sentence, body: apply(preference(industry, { seed })) })),
  );
}

function moving(name: string, sentence: string, ...moves: readonly Move[]): Contradiction {
  const paths = moves.map(([from]) => from.slice(1).replace('*/', '').replaceAll('/', '.'));
  return {
    name,
    sentence,
    industries: industries.filter((industry) => paths.every((path) => industriesWith(path).includes(industry))),
    apply: (body) => moves.reduce(moved, body),
  };
}

function moved(body: Preference, [from, to]: Move): Preference {
  const items = Array.isArray(body.items) && from.includes('*') ? [...body.items.keys()] : [0];
  return items.reduce((result, index) => {
    const [source, destination] = [from.replace('*', String(index)), to.replace('*', String(index))];
    const value = read(result, source);
    return value === undefined ? result : edit(without(result, source), destination, () => value);
  }, body);
}

/** Adds each industry-specific field, of the industry `owner`, to a full preference of one that does not have it. */
export function foreignFields(seed: Seed) {
  const particular = fields(general).filter(({ path }) => particularPaths.includes(path));
  return particular.flatMap(({ path, pointer }, index) => {
    const owner = getRepresentative(path);
    const lacking = industries.filter((industry) => !industriesWith(path).includes(industry));
    const industry = lacking[index % lacking.length];
    if (!owner || !industry) return [];
    const value = read(preference(owner, { seed }), pointer);
    const body = edit(preference(industry, { seed }), pointer, () => value);
    return [{ industry, owner, name: `${path} of ${owner}`, path, pointer, body }];
  });
}

/** Omits each field or block in turn from a full preference, each once in an industry that has it. */
export function omissions(seed: Seed) {
  return fields(general).flatMap(({ path, pointer }) => {
    const industry = getRepresentative(path);
    // An omitted element is an empty array, which invalid.ts already has.
    if (!industry || path.endsWith('[0]') || !industriesWith(path).includes(industry)) return [];
    const body = without(preference(industry, { seed }), pointer);
    return [{ industry, name: `without ${path}`, path, pointer, body }];
  });
}
