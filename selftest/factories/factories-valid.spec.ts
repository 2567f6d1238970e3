import assert from 'node:assert/strict';
import { expect, test } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import type { Schema } from '#factories/preferences/fields';
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

test('each valid preference differs from the full one, under a name of its own', () => {
  for (const industry of industries) {
    const cases = validPreferences(industry, 3);

    expect(cases[0]?.name).toBe('full');
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
    expect(new Set(cases.map(({ body }) => JSON.stringify(body))).size).toBe(cases.length);
  }
});

/** Returns the schema with every field required and no other field allowed. */
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
