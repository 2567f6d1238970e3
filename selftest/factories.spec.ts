import assert from 'node:assert/strict';
import { expect, test } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { contradictingPreferences } from '../factories/contradictions.ts';
import { fields, type Schema, typesOf } from '../factories/fields.ts';
import { foreignFields } from '../factories/foreign.ts';
import { industries, industrySchema } from '../factories/industry.ts';
import { invalidPreferences } from '../factories/invalid.ts';
import { type Json, read } from '../factories/json.ts';
import { preference } from '../factories/preference.ts';
import { validPreferences } from '../factories/valid.ts';
import schema from '../schemas/checkout-preferences/request.json' with { type: 'json' };

const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false });
addFormats.default(ajv);

const general = ajv.compile(schema);
const rows = new Map(industries.map((industry) => [industry, ajv.compile(exact(industrySchema(industry)))]));
const anIndustry = fc.constantFrom(...industries);
const aSeed = fc.nat();
const runs = { numRuns: 2000 };

test('every valid preference conforms to the schema and has exactly the fields of its row', () => {
  const conforms = fc.property(anIndustry, aSeed, (industry, seed) => {
    const row = rows.get(industry);
    assert(row);
    for (const { name, body } of validPreferences(industry, seed)) {
      assert(general(body), `${name}: ${ajv.errorsText(general.errors)}`);
      assert(row(body), `${name}: ${ajv.errorsText(row.errors)}`);
    }
  });

  fc.assert(conforms, runs);
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

test('the times of a preference make sense together', () => {
  const makeSense = fc.property(aSeed, (seed) => {
    const route = '/items/0/category_descriptor/route';
    const body = preference('tourism', { seed });
    const [registered, bought] = [
      timeAt(body, '/payer/registration_date'),
      timeAt(body, '/payer/last_purchase'),
    ];
    const [departs, arrives] = [
      timeAt(body, `${route}/departure_date_time`),
      timeAt(body, `${route}/arrival_date_time`),
    ];

    assert(registered < bought && bought < Date.now());
    assert(timeAt(body, '/date_of_expiration') > Date.now());
    assert(departs > Date.now() && departs < arrives);
  });

  fc.assert(makeSense, runs);
});

test('the times of a preference keep to the now that is given', () => {
  const now = new Date('2027-06-01T12:00:00Z');

  const body = preference('tourism', { seed: 5, now });

  expect(timeAt(body, '/payer/last_purchase')).toBeLessThan(now.getTime());
  expect(timeAt(body, '/date_of_expiration')).toBeGreaterThan(now.getTime());
  expect(timeAt(body, '/date_of_expiration')).toBeLessThan(Date.parse('2027-07-15T00:00:00Z'));
});

test('the same seed gives the same bytes, whatever is drawn in between, and another seed gives others', () => {
  const repeats = fc.property(anIndustry, aSeed, aSeed, (industry, seed, other) => {
    fc.pre(seed !== other);
    const first = JSON.stringify(preference(industry, { seed }));

    assert.notEqual(JSON.stringify(preference(industry, { seed: other })), first);
    assert.equal(JSON.stringify(preference(industry, { seed })), first);
  });

  fc.assert(repeats, runs);
});

test('every host in a payload, valid or not, is a reserved one', () => {
  const reserved = /^(?:[\w-]+\.)*(?:example|test|invalid|example\.(?:com|org|net))$/;
  const isReserved = fc.property(aSeed, (seed) => {
    const payloads = [
      ...industries.flatMap((industry) => validPreferences(industry, seed)),
      ...[...contradictingPreferences(seed), ...foreignFields(seed), ...invalidPreferences(seed, 'full')],
    ];
    const hosts = JSON.stringify(payloads).matchAll(/(?:\/\/|@)([^/\s"\\:?#@]+)/g);

    const live = [...hosts].flatMap(([, host = '']) => (reserved.test(host) ? [] : [host]));
    assert.deepEqual(live, []);
  });

  fc.assert(isReserved, { numRuns: 10 });
});

/** The classes that the values of one field fall in. */
function classesOf(values: readonly (Json | undefined)[]): string[] {
  return values.flatMap((value) => {
    if (value === null || typeof value === 'boolean') return [String(value)];
    if (typeof value === 'number') return [Number.isInteger(value) ? 'whole' : 'fractional'];
    if (Array.isArray(value)) return [value.length === 1 ? 'one' : 'several'];
    if (typeof value !== 'string') return ['object'];
    const offset = /^\d{4}-.*([+-]\d\d:\d\d)$/.exec(value)?.[1];
    return [
      value,
      /[^ -~]/.test(value) ? 'outside ASCII' : 'ASCII',
      offset?.replace(/-.*/, 'behind UTC') ?? 'no time',
    ];
  });
}

/** The classes that a field's values are to fall in, as 2.7 tells them. */
function wantedOf(path: string, schema: Schema): string[] {
  const own = /\.(title|description|first_name|last_name|street_name|city_name|destination|company)$/.test(
    path,
  );
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

function timeAt(body: Json, pointer: string): number {
  return Date.parse(String(read(body, pointer)));
}
