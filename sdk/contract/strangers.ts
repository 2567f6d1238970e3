import { readFileSync } from 'node:fs';
import type { Schema } from '../../factories/fields.ts';
import type { Endpoint } from '../../suite/core/operations.ts';
import type { MatchedRequest } from './check.ts';

const schemas = new Map<Endpoint, Schema>();

/** JSON pointers, array indexes as `*`, of the members of a request body that its schema does not list. */
export function strangersOf({ endpoint, json }: Pick<MatchedRequest, 'endpoint' | 'json'>): string[] {
  const schema = schemas.get(endpoint) ?? load(endpoint);
  schemas.set(endpoint, schema);
  return [...new Set(unlisted(schema, json.value, ''))];
}

function load(endpoint: Endpoint): Schema {
  return JSON.parse(readFileSync(new URL(`../../schemas/${endpoint}/request.json`, import.meta.url), 'utf8'));
}

function unlisted(schema: Schema, value: unknown, pointer: string): string[] {
  const { items, properties } = schema;
  if (Array.isArray(value)) return items ? value.flatMap((one) => unlisted(items, one, `${pointer}/*`)) : [];
  if (!properties || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return known ? unlisted(known, member, `${pointer}/${name}`) : [`${pointer}/${name}`];
  });
}
