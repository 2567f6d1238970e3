import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Violation } from './cause.ts';
import { message as describe, isMessageId } from './messages.ts';
import type { Endpoint } from './operations.ts';
import { isIso8601 } from './values/formats.ts';

const word = "[\\w!#$%&'*+/=?^`{|}~\\u0080-\\u{10ffff}-]+";
const quoted = '"(?:[^"\\\\\\p{Cc}]|\\\\[ -~])*"';
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?';
/** Matches an e-mail address (RFC 5321, 4.1.2; RFC 6531, 3.3) at a domain, at one label or at an address literal. */
const address = new RegExp(`^(?:${word}(?:\\.${word})*|${quoted})@(?:${label}(?:\\.${label})*|\\[[\\w.:]+\\])$`, 'u');

export type SchemaName = `${Endpoint}/${'request' | 'response'}`;

// A self-test checks the schemas themselves: otherwise every worker would compile the schema of schemas.
const strict = { allErrors: true, strict: true, strictRequired: false, validateSchema: false, verbose: true };
const ajv = new Ajv2020({ ...strict, code: { optimize: false } }); // to optimize takes longer than it saves
addFormats.default(ajv);
for (const name of ['iso-8601', 'date-time']) ajv.addFormat(name, isIso8601); // ajv-formats takes a space for the T
ajv.addFormat('email', address); // that of ajv-formats knows no quotes and no letters beyond ASCII

/** Returns the violations of a schema in a value; none if it conforms. */
export function listViolations(schema: SchemaName, value: unknown): Violation[] {
  return validate(schema, value).map(toViolation);
}

/** A violated keyword of a schema, and the JSON pointer to the value that violates it. */
export type SchemaViolation = Pick<Violation, 'keyword' | 'pointer'>;

/** Returns the violations of a schema in a value, as ajv reports them. */
export function validate(schema: SchemaName, value: unknown): ErrorObject[] {
  const check = compile(schema);
  return check(value) ? [] : (check.errors ?? []);
}

/** Returns the names of the fields that a schema names. */
export function getFieldNames(schema: SchemaName): string[] {
  return Object.keys(Object(compile(schema).schema).properties ?? {});
}

function compile(schema: SchemaName): ValidateFunction {
  return ajv.getSchema(schema) ?? ajv.compile({ ...readSchema(schema), $id: schema });
}

/** Reads the schema of a body. */
export function readSchema<Schema extends object>(schema: SchemaName): Schema {
  return JSON.parse(readFileSync(new URL(`../../schemas/${schema}.json`, import.meta.url), 'utf8'));
}

function toViolation(error: ErrorObject): Violation {
  const { instancePath, keyword, schemaPath, data, params } = error;
  const missing = { wanted: 'must be present', got: 'missing', missing: String(params.missingProperty) };
  if (keyword === 'required') return { pointer: instancePath, keyword, rule: schemaPath, ...missing };
  const actual = (JSON.stringify(data) ?? 'nothing').slice(0, 120);
  return { pointer: instancePath, keyword, rule: schemaPath, wanted: describeRule(error), got: actual };
}

/** Returns the violated rule in words: `must be an ISO 8601 date-time`. Of a pattern the schema has the description. */
export function describeRule({ keyword, message = '', params, parentSchema }: ErrorObject): string {
  const format = `format.${params.format}`;
  if (keyword === 'format')
    return `must be ${isMessageId(format) ? describe(format) : `in the format ${params.format}`}`;
  if (keyword === 'pattern' && parentSchema?.description) return `must be ${parentSchema.description}`;
  if (keyword === 'type') return `must be ${[params.type].flat().map(withArticle).join(' or ')}`;
  if (keyword === 'required') return `must have the field ${params.missingProperty}`;
  if (keyword === 'const') return `must be ${JSON.stringify(params.allowedValue)}`;
  if (keyword === 'minLength' && params.limit === 1) return 'must be a text that is not empty';
  return keyword === 'enum' ? `must be one of ${JSON.stringify(params.allowedValues)}` : message.replace('NOT', 'not');
}

/** Returns the name of a JSON type as a sentence has it: `an array`. */
export function withArticle(type: unknown): string {
  return type === 'null' ? 'null' : `${/^[aeio]/.test(String(type)) ? 'an' : 'a'} ${type}`;
}
