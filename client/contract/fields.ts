import { getField } from '#api/exchange';
import { type Endpoint, endpoints } from '#api/operations';
import { readSchema } from '#api/schema';
import { isEmpty, toPointer } from '#api/values/json';
import { fields, type Schema } from '#factories/preferences/fields';
import {
  contradictions,
  type Industry,
  industries,
  industriesWith,
  particularPaths,
} from '#factories/preferences/industry';
import { type Finders, type Found, findIf, findPlaces, type MatchedRequest, toPlace } from './check.ts';

const schemas = new Map(endpoints.map((endpoint) => [endpoint, readSchema<Schema>(`${endpoint}/request`)]));

/** Returns the schema of an operation's request body; one without fields where it has none. */
function getRequestSchema(endpoint: Endpoint): Schema {
  return schemas.get(endpoint) ?? {};
}

/** Returns the names in a request body, with `*` for an index. */
export function listFieldNames(endpoint: Endpoint): ReadonlySet<string> {
  const paths = fields(getRequestSchema(endpoint)).map(({ path }) => path);
  return new Set(['*', ...paths.flatMap((path) => path.split('.'))]);
}

/** Returns the fields of a request body that hold a value and no further fields, in the order of the reference. */
export function listRequestFields(endpoint: Endpoint): string[] {
  return fields(getRequestSchema(endpoint))
    .filter(({ path, schema }) => !path.endsWith(']') && !schema.properties && !schema.items?.properties)
    .map(({ path }) => path);
}

/** Returns JSON pointers of the fields of a request body that its schema does not list. */
export function listUnlistedFields({ endpoint, json }: Pick<MatchedRequest, 'endpoint' | 'json'>): string[] {
  return findUnlisted(getRequestSchema(endpoint), json.value, '');
}

function findUnlisted({ items, properties }: Schema, value: unknown, pointer: string): string[] {
  if (Array.isArray(value))
    return items ? value.flatMap((one, index) => findUnlisted(items, one, `${pointer}/${index}`)) : [];
  if (!properties || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const place = pointer + toPointer([name]);
    return known ? findUnlisted(known, field, place) : [place];
  });
}

/** Holds unlisted fields, and those of other industries (2.3, 2.5, 2.7). */
export const fieldFinders = {
  'unknown-member': (request) =>
    findOutsideTables(listUnlistedFields(request), 'is not listed in the reference', request),
  spelling: (request) =>
    [...listUnlistedFields(request), ...listForeignPlaces(request)].flatMap((place) => {
      const known = findInTables(place, request);
      return known ? [{ place, text: `is misspelled: the tables of the reference have ${known}` }] : [];
    }),
  'foreign-field': (request) =>
    findOutsideTables(listForeignPlaces(request), `is not a field of ${getIndustry(request)}`, request),
} satisfies Finders;

function findOutsideTables(places: readonly string[], text: string, request: MatchedRequest): Found[] {
  return places.flatMap((place) => findIf(findInTables(place, request) === undefined, place, text));
}

/** Returns the places at which the examples, which contradict the tables (2.7), have a field. */
export function listPlacesInExamples(place: string): string[] {
  const [index = ''] = /(?<=^\/items\/)\d+/.exec(place) ?? [];
  const moves = contradictions.flatMap((one) => one.moves).filter(({ from }) => from === toPlace(place));
  return moves.map(({ to }) => to.replace('*', index));
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

/** Returns the place in the tables of a field, or of what it holds, that the examples have here; undefined for any other. */
function findInTables(place: string, request: MatchedRequest): string | undefined {
  const industry = getIndustry(request);
  const isHere = (pointer: string) => `${pointer}/`.startsWith(`${toPlace(place)}/`);
  const all = contradictions.filter(({ industries }) => industry === undefined || industries.includes(industry));
  return all.flatMap(({ moves }) => moves).find(({ from: table, to: example }) => isHere(example) && !isHere(table))
    ?.from;
}

/** Returns the likeliest industries of a preference: by a slug that it names, else by foreign and missing fields. */
export function findIndustries(body: unknown): Industry[] {
  const labels = listLabels(body).join('\n');
  const named = industries.filter((one) => new RegExp(`(?:^|[^a-z0-9])${one}(?:[^a-z0-9]|$)`, 'i').test(labels));
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

function listLabels(body: unknown): string[] {
  const categories = findPlaces(body, 'items.category_id').map(([, category]) => category);
  return [getField(body, 'external_reference'), ...categories].filter((label) => typeof label === 'string');
}

/** Returns true if a body has a field; an empty object does not count, since some SDKs always send one. */
function hasField(body: unknown, path: string): boolean {
  return findPlaces(body, path).some(([, value]) => !isEmpty(value));
}
