import type { Endpoint } from '#api/operations';
import { fields, type Schema } from '#factories/preferences/fields';
import { type Industry, industrySchema } from '#factories/preferences/industry';
import { schemaOf } from '../contract/strangers.ts';
import { valuesAt } from '../contract/values-at.ts';

const known = new Map<Endpoint, readonly string[]>();

/** The fields of an operation's request body that hold a value and no further fields, in the order of the reference. */
export function fieldsOf(endpoint: Endpoint): readonly string[] {
  const paths = known.get(endpoint) ?? leavesOf(schemaOf(endpoint));
  known.set(endpoint, paths);
  return paths;
}

/** Those of them that a body has. */
export function fieldsSent(endpoint: Endpoint, body: unknown): string[] {
  return fieldsOf(endpoint).filter((path) => valuesAt(body, path.split('.')).length > 0);
}

/** The fields of one industry's preference. */
export function fieldsOfIndustry(industry: Industry): readonly string[] {
  return leavesOf(industrySchema(industry));
}

function leavesOf(schema: Schema): string[] {
  return fields(schema)
    .filter(({ path, schema }) => !path.endsWith(']') && !schema.properties && !schema.items?.properties)
    .map(({ path }) => path);
}
