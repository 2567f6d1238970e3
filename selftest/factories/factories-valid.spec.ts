import assert from 'node:assert/strict';
import { expect, test } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { type Json, read } from '#factories/json';
import { fields, type Schema, typesOf } from '#factories/preferences/fields';
import { industries, industrySchema } from '#factories/preferences/industry';
import { validPreferences } from '#factories/preferences/valid';
import schema from '#schemas/checkout-preferences/request.json' with { type: 'json' };

const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false });
addFormats.default(ajv);

const general = ajv.compile(schema);
const rows = new Map(industries.map((industry) => [industry, ajv.compile(exact(industrySchema(industry)))]));

test('every valid preference conforms to the schema and has exactly the fields of its row', () => {
  const conforms = fc.property(fc.constantFrom(...industries), fc.nat(), (industry, seed) => {
    const row = rows.get(industry);
    assert(row);
    for (const { name, body } of validPreferences(industry, seed)) {
      assert(general(body), `${name}: ${ajv.errorsText(general.errors)}`);
      assert(row(body), `${name}: ${ajv.errorsText(row.errors)}`);
    }
  });

  fc.assert(conforms, { numRuns: 2000 });
});

for (const industry of industries) {
  test(`the valid preferences of ${industry} meet every value and shape that each field may have`, () => {
    const bodies = validPreferences(industry, 1).map(({ body }) => body);

    for (const { path, pointer, schema } of fields(industrySchema(industry))) {
      const values = bodies.map((body) => read(body, pointer));
      const met = classesOf(values);
      expect(met, path).toEqual(expect.arrayContaining(wantedOf(path, schema)));
    }
  });
}

test('each valid preference differs from the full one, under a name of its own', () => {
  for (const industry of industries) {
    const cases = validPreferences(industry, 3);

    expect(cases[0]?.name).toBe('full');
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
    expect(new Set(cases.map(({ body }) => JSON.stringify(body))).size).toBe(cases.length);
  }
});

/** The classes that the values of one field fall in. */
function classesOf(values: readonly (Json | undefined)[]): string[] {
  return values.flatMap((value) => {
    if (value === null || typeof value === 'boolean') return [String(value)];
    if (typeof value === 'number') return [Number.isInteger(value) ? 'whole' : 'fractional'];
    if (Array.isArray(value)) return [value.length === 1 ? 'one' : 'several'];
    if (typeof value !== 'string') return ['object'];
    const offset = /^\d{4}-.*([+-]\d\d:\d\d)$/.exec(value)?.[1];
    return [value, /[^ -~]/.test(value) ? 'outside ASCII' : 'ASCII', offset?.replace(/-.*/, 'behind UTC') ?? 'no time'];
  });
}

/** The classes that a field's values are to fall in, as 2.7 tells them. */
function wantedOf(path: string, schema: Schema): string[] {
  const own = /\.(title|description|first_name|last_name|street_name|city_name|destination|company)$/.test(path);
  return [
    ...(schema.enum ?? []).map(String),
    ...(typesOf(schema).includes('boolean') ? ['true', 'false'] : []),
    ...(typesOf(schema).includes('null') ? ['null'] : []),
    ...(path === 'items.unit_price' ? ['whole', 'fractional'] : []),
    ...(typesOf(schema).includes('array') ? ['one', 'several'] : []),
    ...(schema.format === 'date-time' ? ['behind UTC', '+00:00', '+05:30'] : []),
    ...(path === 'payer.date_created' ? ['', 'behind UTC'] : []),
    ...(own ? ['outside ASCII'] : []),
  ];
}

/** The schema with every field required and no other allowed. */
function exact(schema: Schema): object {
  if (schema.items) return { ...schema, items: exact(schema.items) };
  if (!schema.properties) return schema;
  const members = Object.entries(schema.properties).map(([name, member]) => [name, exact(member)]);
  return {
    ...schema,
    $id: undefined,
    properties: Object.fromEntries(members),
    required: Object.keys(schema.properties),
    additionalProperties: false,
  };
}
