import { readFileSync } from 'node:fs';
import { type Endpoint, operations } from '#api/operations';
import type { Schema } from '#factories/preferences/fields';
import type { Payload } from './check.ts';
import { pointerOf } from './values-at.ts';

const schemas = new Map<Endpoint, Schema>();
const names = new Map<Endpoint, ReadonlySet<string>>();

/** JSON pointers of the members of a request body that its schema does not list. */
export function strangersOf({ endpoint, json }: Pick<Payload, 'endpoint' | 'json'>): string[] {
  return unlisted(schemaOf(endpoint), json.value, '');
}

/** Every name that the schema of an operation lists, however deep. */
export function fieldNames(endpoint: Endpoint): ReadonlySet<string> {
  const found = names.get(endpoint) ?? new Set(namesIn(schemaOf(endpoint)));
  names.set(endpoint, found);
  return found;
}

function namesIn({ properties = {}, items }: Schema): string[] {
  const own = Object.entries(properties).flatMap(([name, member]) => [name, ...namesIn(member)]);
  return items ? [...own, '*', ...namesIn(items)] : own;
}

/** The schema of an operation's request body; an empty one where it has none. */
export function schemaOf(endpoint: Endpoint): Schema {
  const schema = schemas.get(endpoint) ?? load(endpoint);
  schemas.set(endpoint, schema);
  return schema;
}

/** An operation without a body has no schema of one. */
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
    const place = pointer + pointerOf([name]);
    return known ? unlisted(known, member, place) : [place];
  });
}
