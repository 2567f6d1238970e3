import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { type Break, breaks } from '#factories/breaks';
import { fields, type Schema } from '#factories/preferences/fields';
import { industries, industrySchema } from '#factories/preferences/industry';
import { preference, sample } from '#factories/preferences/preference';

const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false });
addFormats.default(ajv);

const folder = new URL('../../schemas/', import.meta.url);
const operations = readdirSync(folder).filter((name) => !name.endsWith('.json'));

for (const name of operations) {
  const schema = schemaOf(name);
  const validate = ajv.compile(schema);
  // Other operations have no body.
  if (schema.type !== 'object') continue;

  test(`a sample of ${name} is valid, and each break of it breaks what it names and nothing else`, () => {
    const exact = fc.property(aPathOf(schema), fc.nat(), (path, seed) => {
      const base = sample(schema, { seed });
      const before = JSON.stringify(base);

      assert(validate(base), ajv.errorsText(validate.errors));
      for (const broken of breaks(schema, base, (each) => each === path)) assertOneBreak(validate, broken);
      assert.equal(JSON.stringify(base), before);
    });

    fc.assert(exact, { numRuns: 500 });
  });

  test(`every keyword of ${name} that can be broken is broken at every place`, () => {
    const found = breaks(schema, sample(schema)).map(({ keyword, pointer }) => `${keyword} ${pointer}`);

    expect([...new Set(found)].toSorted()).toEqual(keywordsOf(schema).toSorted());
  });
}

test('each break of an industry breaks what it names and nothing else', () => {
  const validate = ajv.compile({ ...schemaOf('checkout-preferences'), $id: 'preferences' });
  const inAnIndustry = fc.constantFrom(...industries).chain((industry) => {
    const schema = industrySchema(industry);
    return fc.tuple(fc.constant({ industry, schema }), aPathOf(schema), fc.nat());
  });
  const exact = fc.property(inAnIndustry, ([{ industry, schema }, path, seed]) => {
    const found = breaks(schema, preference(industry, { seed }), (each) => each === path);
    assert(found.length > 0, `${path} has nothing to break`);
    for (const broken of found) assertOneBreak(validate, broken);
  });

  fc.assert(exact, { numRuns: 2000 });
});

function assertOneBreak(validate: ValidateFunction, { name, keyword, pointer, body }: Break): void {
  validate(body);
  const found = (validate.errors ?? []).map((error) => `${error.keyword} ${error.instancePath}`);
  assert.deepEqual([...new Set(found)], [`${keyword} ${pointer}`], name);
}

/** Returns the keywords of a schema that can be violated, each with its place. */
function keywordsOf(schema: Schema): string[] {
  return [{ pointer: '', schema }, ...fields(schema)].flatMap((place) =>
    ['type', 'enum', 'format', 'pattern', 'required', 'additionalProperties']
      .filter((keyword) => keyword in place.schema)
      .map((keyword) => `${keyword} ${place.pointer}`),
  );
}

function schemaOf(operation: string): Schema {
  return JSON.parse(readFileSync(new URL(`${operation}/request.json`, folder), 'utf8'));
}

function aPathOf(schema: Schema): fc.Arbitrary<string> {
  return fc.constantFrom('body', ...fields(schema).map(({ path }) => path));
}
