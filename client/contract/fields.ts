import { readFileSync } from 'node:fs';
import { type Endpoint, endpoints, operations } from '#api/operations';
import { fields, type Schema } from '#factories/preferences/fields';
import type { MatchedRequest } from './check.ts';
import { findValues, toPointer } from './json.ts';

/** Holds the schema of each operation's request body; a DELETE has none. */
const schemas = Object.fromEntries(endpoints.map((endpoint) => [endpoint, load(endpoint)]));

function load(endpoint: Endpoint): Schema {
  if (operations[endpoint].method === 'DELETE') return {};
  return JSON.parse(readFileSync(new URL(`../../schemas/${endpoint}/request.json`, import.meta.url), 'utf8'));
}

/** Returns the schema of an operation's request body; an empty one where it has none. */
export function getRequestSchema(endpoint: Endpoint): Schema {
  return schemas[endpoint] ?? {};
}

const names = new Map(endpoints.map((endpoint) => [endpoint, new Set(namesIn(getRequestSchema(endpoint)))]));

/** Returns every name that the schema of an operation lists, however deep. */
export function listFieldNames(endpoint: Endpoint): ReadonlySet<string> {
  return names.get(endpoint) ?? new Set();
}

function namesIn({ properties = {}, items }: Schema): string[] {
  const own = Object.entries(properties).flatMap(([name, member]) => [name, ...namesIn(member)]);
  return items ? [...own, '*', ...namesIn(items)] : own;
}

const leaves = new Map(endpoints.map((endpoint) => [endpoint, leavesOf(getRequestSchema(endpoint))]));

/** Returns the fields of a request body that hold a value and no further fields, in the order of the reference. */
export function listFields(endpoint: Endpoint): readonly string[] {
  return leaves.get(endpoint) ?? [];
}

function leavesOf(schema: Schema): string[] {
  return fields(schema)
    .filter(({ path, schema }) => !path.endsWith(']') && !schema.properties && !schema.items?.properties)
    .map(({ path }) => path);
}

/** Returns those of them that a body has. */
export function listSentFields(endpoint: Endpoint, body: unknown): string[] {
  return listFields(endpoint).filter((path) => findValues(body, path.split('.')).length > 0);
}

/** Returns JSON pointers of the members of a request body that its schema does not list. */
export function listUnlistedFields({ endpoint, json }: Pick<MatchedRequest, 'endpoint' | 'json'>): string[] {
  return unlisted(getRequestSchema(endpoint), json.value, '');
}

function unlisted({ items, properties }: Schema, value: unknown, pointer: string): string[] {
  if (Array.isArray(value))
    return items ? value.flatMap((one, index) => unlisted(items, one, `${pointer}/${index}`)) : [];
  if (!properties || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const place = pointer + toPointer([name]);
    return known ? unlisted(known, member, place) : [place];
  });
}
