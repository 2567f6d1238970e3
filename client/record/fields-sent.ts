import type { Endpoint } from '#api/operations';
import { fields, type Schema } from '#factories/preferences/fields';
import { type Industry, industrySchema } from '#factories/preferences/industry';
import { getRequestSchema } from '../contract/schema-fields.ts';
import { findValues } from '../contract/values-at.ts';

const known = new Map<Endpoint, readonly string[]>();

/** Returns the fields of an operation's request body that hold a value and no further fields, in the order of the reference. */
export function listFields(endpoint: Endpoint): readonly string[] {
  const paths = known.get(endpoint) ?? leavesOf(getRequestSchema(endpoint));
  known.set(endpoint, paths);
  return paths;
}

/** Returns those of them that a body has. */
export function listSentFields(endpoint: Endpoint, body: unknown): string[] {
  return listFields(endpoint).filter((path) => findValues(body, path.split('.')).length > 0);
}

/** Returns the fields of one industry's preference. */
export function listIndustryFields(industry: Industry): readonly string[] {
  return leavesOf(industrySchema(industry));
}

function leavesOf(schema: Schema): string[] {
  return fields(schema)
    .filter(({ path, schema }) => !path.endsWith(']') && !schema.properties && !schema.items?.properties)
    .map(({ path }) => path);
}
