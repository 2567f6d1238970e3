import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Endpoint } from './operations.ts';
import { isIso8601 } from './timestamps.ts';

/** The schema of an operation's request body or response body. */
export type SchemaName = `${Endpoint}/${'request' | 'response'}`;

// That the schemas are schemas is a self-test's: every worker would compile the schema of schemas for it.
const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  strictRequired: false,
  validateSchema: false,
  verbose: true,
});
addFormats.default(ajv);
ajv.addFormat('iso-8601', isIso8601);
const compiled = new Map<SchemaName, ValidateFunction>();

/** What a value breaks of a schema, one line a violation; none where it conforms. */
export function violations(schema: SchemaName, value: unknown): string[] {
  return errorsOf(schema, value).map(describe);
}

/** A keyword of a schema that a value breaks, and the JSON pointer to what breaks it. */
export interface Breach {
  readonly keyword: string;
  readonly pointer: string;
}

/** What a value breaks of a schema, as keywords and pointers. */
export function breaches(schema: SchemaName, value: unknown): Breach[] {
  return errorsOf(schema, value).map(({ keyword, instancePath }) => ({ keyword, pointer: instancePath }));
}

function errorsOf(schema: SchemaName, value: unknown): ErrorObject[] {
  const validate = compiled.get(schema) ?? ajv.compile(JSON.parse(readFileSync(fileOf(schema), 'utf8')));
  compiled.set(schema, validate);
  return validate(value) ? [] : (validate.errors ?? []);
}

function fileOf(schema: SchemaName): URL {
  return new URL(`../../schemas/${schema}.json`, import.meta.url);
}

/** `/expires_in must be number; got "15552000" [#/properties/expires_in/type]` */
function describe(error: ErrorObject): string {
  const got = (JSON.stringify(error.data) ?? 'nothing').slice(0, 120);
  return `${error.instancePath || '/'} ${error.message}; got ${got} [${error.schemaPath}]`;
}
