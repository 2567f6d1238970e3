import { getField } from '#api/exchange';
import { type Endpoint, endpoints, operations } from '#api/operations';
import { readSchema } from '#api/schema';
import { fields, type Schema } from '#factories/preferences/fields';
import { type Industry, industries, industriesWith, particularPaths } from '#factories/preferences/industry';
import { type Finders, findPlaces, type MatchedRequest, toPlace, toPointer } from './check.ts';

/** Holds the schema of each operation's request body; a DELETE has none. */
const schemas = new Map(
  endpoints
    .filter((endpoint) => operations[endpoint].method === 'POST')
    .map((endpoint) => [endpoint, readSchema<Schema>(`${endpoint}/request`)]),
);

/** Returns the schema of an operation's request body; an empty one where it has none. */
export function getRequestSchema(endpoint: Endpoint): Schema {
  return schemas.get(endpoint) ?? {};
}

/** Returns the names in a request body, with `*` for an index. */
export function listFieldNames(endpoint: Endpoint): ReadonlySet<string> {
  const paths = fields(getRequestSchema(endpoint)).map(({ path }) => path);
  return new Set(['*', ...paths.flatMap((path) => path.split('.'))]);
}

/** Returns the fields of a request body that hold a value and no further fields, in the order of the reference. */
export function listFields(endpoint: Endpoint): string[] {
  return fields(getRequestSchema(endpoint))
    .filter(({ path, schema }) => !path.endsWith(']') && !schema.properties && !schema.items?.properties)
    .map(({ path }) => path);
}

export function listSentFields(endpoint: Endpoint, body: unknown): string[] {
  return listFields(endpoint).filter((path) => findPlaces(body, path).length > 0);
}

/** Returns JSON pointers of the fields of a request body that its schema does not list. */
export function listUnlistedFields({ endpoint, json }: Pick<MatchedRequest, 'endpoint' | 'json'>): string[] {
  return findUnlisted(getRequestSchema(endpoint), json.value, '');
}

function findUnlisted({ items, properties }: Schema, value: unknown, pointer: string): string[] {
  if (Array.isArray(value))
    return items ? value.flatMap((one, index) => findUnlisted(items, one, `${pointer}/${index}`)) : [];
  if (!properties || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const place = pointer + toPointer([name]);
    return known ? findUnlisted(known, member, place) : [place];
  });
}

/** Lists fields that the examples of 2.7 spell differently, or that can be read so, with the spelling of the tables. */
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

/** Holds fields that the example of one industry has where the tables have them for others (2.7, Hospitality). */
const inExamples: Readonly<Partial<Record<Industry, Readonly<Record<string, string>>>>> = {
  hospitality: { '/items/*/category_descriptor/event_date': 'event_date in the item' },
};

/** Holds unlisted fields, and those of other industries (2.3, 2.5, 2.7). */
export const fieldFinders = {
  'unknown-member': (request) =>
    listUnlistedFields(request)
      .filter((place) => getTableName(place, request) === undefined)
      .map((place) => ({ place, text: 'is not listed in the reference' })),
  spelling: (request) =>
    [...listUnlistedFields(request), ...listForeignPlaces(request)].flatMap((place) => {
      const name = getTableName(place, request);
      return name ? [{ place, text: `is misspelled: the tables of the reference have ${name}` }] : [];
    }),
  'foreign-field': (request) =>
    listForeignPlaces(request)
      .filter((place) => getTableName(place, request) === undefined)
      .map((place) => ({ place, text: `is not a field of ${getIndustry(request)}` })),
} satisfies Finders;

/** Returns the place of a field in the examples; undefined if they spell it as the tables do. */
export function placeInExamples(place: string): string | undefined {
  const [parent, name] = splitPlace(place);
  const found = Object.entries(otherSpellings).find(
    ([other, own]) => own === name && splitPlace(other)[0] === toPlace(parent),
  );
  return found && `${parent}/${splitPlace(found[0])[1]}`;
}

function splitPlace(place: string): readonly [parent: string, name: string] {
  const at = place.lastIndexOf('/');
  return [place.slice(0, at), place.slice(at + 1)];
}

/** Returns the industry of a preference; undefined if several fit. */
function getIndustry({ json: { value } }: MatchedRequest): Industry | undefined {
  const [industry, ...more] = findIndustries(value);
  return more.length > 0 ? undefined : industry;
}

/** Returns the fields that other industries have and this one has not, without what they hold. */
function listForeignPlaces(request: MatchedRequest): string[] {
  const industry = getIndustry(request);
  const { value } = request.json;
  const paths = industry ? findForeignPaths(value, industry) : [];
  const places = paths.flatMap((path) => findPlaces(value, path).map(([place]) => place));
  return places.filter((place) => !places.some((other) => place.startsWith(`${other}/`)));
}

/** Returns the name of a field in the tables; undefined where it is not another spelling. */
function getTableName(place: string, request: MatchedRequest): string | undefined {
  const industry = getIndustry(request);
  return { ...otherSpellings, ...(industry && inExamples[industry]) }[toPlace(place)];
}

/**
 * Returns the industries that a preference may be of, the likeliest alone if there is one: the slug of an industry in
 * external_reference or in a category_id decides, else the fewest foreign fields, then the fewest of its own missing.
 */
export function findIndustries(body: unknown): Industry[] {
  const named = industries.filter((industry) => listLabels(body).some((label) => isNamedIn(label, industry)));
  if (named.length === 1) return named;
  const sent = particularPaths.filter((path) => hasField(body, path));
  const asked = hasField(body, 'payer')
    ? particularPaths
    : particularPaths.filter((path) => !path.startsWith('payer.'));
  const ranked = industries.map((industry) => ({ industry, distance: measureDistance(sent, asked, industry) }));
  const least = Math.min(...ranked.map(({ distance }) => distance));
  return ranked.filter(({ distance }) => distance === least).map(({ industry }) => industry);
}

/** Returns the fields of a preference that other industries have and this one has not. */
export function findForeignPaths(body: unknown, industry: Industry): string[] {
  return particularPaths.filter((path) => hasField(body, path) && !industriesWith(path).includes(industry));
}

/** Counts the fields that contradict an industry; payer fields are not asked for if no payer is sent. */
function measureDistance(sent: readonly string[], asked: readonly string[], industry: Industry): number {
  const isOwn = (path: string) => industriesWith(path).includes(industry);
  const missing = asked.filter((path) => isOwn(path) && !sent.includes(path));
  return sent.filter((path) => !isOwn(path)).length * particularPaths.length + missing.length;
}

function isNamedIn(label: string, industry: Industry): boolean {
  return new RegExp(`(?:^|[^a-z0-9])${industry}(?:[^a-z0-9]|$)`, 'i').test(label);
}

function listLabels(body: unknown): string[] {
  const categories = findPlaces(body, 'items.category_id').map(([, category]) => category);
  return [getField(body, 'external_reference'), ...categories].filter((label) => typeof label === 'string');
}

/** Returns true if a body has a field; an empty object does not count, since some SDKs always send one. */
function hasField(body: unknown, path: string): boolean {
  const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return findPlaces(body, path).some(([, value]) => !isEmpty(value));
}
