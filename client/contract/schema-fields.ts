import { readFileSync } from 'node:fs';
import { type Endpoint, operations } from '#api/operations';
import type { Schema } from '#factories/preferences/fields';
import type { Payload } from './check.ts';
import { toPointer } from './values-at.ts';

const schemas = new Map<Endpoint, Schema>();
const names = new Map<Endpoint, ReadonlySet<string>>();

/** Returns JSON pointers of the members of a request body that its schema does not list. */
export function listUnlistedFields({ endpoint, json }: Pick<Payload, 'endpoint' | 'json'>): string[] {
  return unlisted(getRequestSchema(endpoint), json.value, '');
}

/** Returns every name that the schema of an operation lists, however deep. */
export function listFieldNames(endpoint: Endpoint): ReadonlySet<string> {
  const found = names.get(endpoint) ?? new Set(namesIn(getRequestSchema(endpoint)));
  names.set(endpoint, found);
  return found;
}

function namesIn({ properties = {}, items }: Schema): string[] {
  const own = Object.entries(properties).flatMap(([name, member]) => [name, ...namesIn(member)]);
  return items ? [...own, '*', ...namesIn(items)] : own;
}

/** Returns the schema of an operation's request body; an empty one where it has none. */
export function getRequestSchema(endpoint: Endpoint): Schema {
  const schema = schemas.get(endpoint) ?? load(endpoint);
  schemas.set(endpoint, schema);
  return schema;
}

/** Loads the schema of a request body; a DELETE has none. */
function load(endpoint: Endpoint): Schema {
  if (operations[endpoint].method === 'DELETE') return {};
  return JSON.parse(readFileSync(new URL(`../../schemas/${endpoint}/request.json`, import.meta.url), 'utf8'));
}

function unlisted(schema: Schema, value: unknown, pointer: string): string[] {
  const { items, properties } = schema;
  if (Array.isArray(value))
    return items ? value.flatMap((one, index) => unlisted(items, one, `${pointer}/${index}`)) : [];
  if (!properties || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const place = pointer + toPointer([name]);
    return known ? unlisted(known, member, place) : [place];
  });
}
