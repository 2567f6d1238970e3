import type { Industry } from '#factories/preferences/industry';
import { type Check, type Payload, toPlace } from './check.ts';
import { findForeignPaths, findIndustries } from './industry-of.ts';
import { listUnlistedFields } from './schema-fields.ts';
import { findPointers } from './values-at.ts';

/** Says where the examples of 2.7 spell a field otherwise than its tables, or can be read so, and what the tables have. */
const otherSpellings: Readonly<Record<string, string>> = {
  '/payer/registration date': 'registration_date',
  '/payer/name': 'first_name',
  '/payer/surname': 'last_name',
  '/payer/identification/type': 'identification_type',
  '/payer/identification/number': 'identification_number',
  '/items/*/category_descriptor/passenger/type': 'identification_type',
  '/items/*/category_descriptor/passenger/number': 'identification_number',
  '/items/*/category_descriptor/passenger/identification': 'identification_type and identification_number',
  '/shipments/receiver_address/floor': 'floor in shipments',
  '/shipments/receiver_address/apartment': 'apartment in shipments',
};

/** Holds a field of other industries that the example of this one has in place of its own (2.7, Hospitality). */
const inExamples: Readonly<Partial<Record<Industry, Readonly<Record<string, string>>>>> = {
  hospitality: { '/items/*/category_descriptor/event_date': 'event_date in the item' },
};

/** Holds what the reference does not list, and which industry a preference is of (2.3, 2.5, 2.7). */
export const unlistedChecks: readonly Check<Payload>[] = [
  {
    rule: 'unknown-member',
    section: 'fields',
    weight: 'unlisted',
    about: 'The body has only members that the reference lists.',
    of: ['checkout-preferences', 'test-users', 'wallet-agreements'],
    find: (request) =>
      listUnlistedFields(request)
        .filter((place) => tablesHave(place, request) === undefined)
        .map((place) => ({ place, text: 'is listed nowhere' })),
  },
  {
    rule: 'spelling',
    section: '2.7',
    weight: 'note',
    about: 'A field is spelled as in the tables, not as in the examples that contradict them.',
    of: ['checkout-preferences'],
    find: (request) =>
      [...listUnlistedFields(request), ...foreignPlaces(request)].flatMap((place) => {
        const wanted = tablesHave(place, request);
        return wanted === undefined
          ? []
          : [{ place, text: `is spelled otherwise than in the tables, which have ${wanted}` }];
      }),
  },
  {
    rule: 'foreign-field',
    section: '2.7',
    weight: 'unlisted',
    about: 'A preference has only the fields of its industry.',
    of: ['checkout-preferences'],
    find: (request) =>
      foreignPlaces(request)
        .filter((place) => tablesHave(place, request) === undefined)
        .map((place) => ({ place, text: `is no field of ${industryOf(request)}` })),
  },
];

/** Returns where the examples have a field of the tables; undefined if they spell it alike. */
export function placeInExamples(place: string): string | undefined {
  const [parent, name] = [place.slice(0, place.lastIndexOf('/')), place.slice(place.lastIndexOf('/') + 1)];
  const found = Object.entries(otherSpellings).find(
    ([other, own]) => own === name && other.slice(0, other.lastIndexOf('/')) === toPlace(parent),
  );
  return found && `${parent}${found[0].slice(found[0].lastIndexOf('/'))}`;
}

function candidatesOf({ industry, json: { value } }: Payload): Industry[] {
  return industry ? [industry] : findIndustries(value);
}

/** Returns the industry of a preference; undefined if several fit. */
function industryOf(payload: Payload): Industry | undefined {
  const [industry, ...more] = candidatesOf(payload);
  return more.length > 0 ? undefined : industry;
}

/** Returns the members that other industries have and this one has not, without what they hold. */
function foreignPlaces(payload: Payload): string[] {
  const industry = industryOf(payload);
  const { value } = payload.json;
  const paths = industry ? findForeignPaths(value, industry) : [];
  const places = paths.flatMap((path) => findPointers(value, path.split('.')));
  return places.filter((place) => !places.some((other) => place.startsWith(`${other}/`)));
}

/** Returns what the tables have in place of a member; nothing where it is not another spelling. */
function tablesHave(place: string, payload: Payload): string | undefined {
  const industry = industryOf(payload);
  return { ...otherSpellings, ...(industry && inExamples[industry]) }[toPlace(place)];
}
