import { expect, test } from '@playwright/test';
import { fields, getKind, getTypes, type Schema } from '#factories/preferences/fields';
import { industries, industryRows, industrySchema } from '#factories/preferences/industry';
import general from '#schemas/checkout-preferences/request.json' with { type: 'json' };
import written from './written.json' with { type: 'json' };

/** Written by hand from 2.7, independently of schemas/industries.json: the two must agree. */
const { common } = written;
const table = Object.entries(written.industries);

const described = (schema: Schema) => fields(schema).map((field) => `${field.path}:${getKind(field.schema)}`);

test('every industry of the reference is one, in its order', () => {
  const stated = new Set<string>(table.map(([name]) => name));
  const names = industries.map((industry) => industryRows[industry].name);

  expect(names.filter((name) => stated.has(name))).toEqual([...stated]);
});

const known = new Set([...common, ...table.flatMap(([, own]) => own), 'shipments.receiver_address.street_name:string']);

for (const [name, own] of table)
  test(`the schema of ${name} has the fields of its row and no other of the reference`, () => {
    const industry = industries.find((each) => industryRows[each].name === name);

    const found = industry ? described(industrySchema(industry)) : [];

    expect(found.filter((field) => known.has(field)).toSorted()).toEqual([...common, ...own].toSorted());
  });

test('the general schema has every field of every industry once, and street_name of the examples', () => {
  const found = described(general).filter((field) => known.has(field));

  expect(found.toSorted()).toEqual([...known].toSorted());
});

test('null is allowed in the three fields of payment_methods that the reference names, and nowhere else', () => {
  const nullable = fields(general).filter(({ schema }) => getTypes(schema).includes('null'));

  expect(nullable.map(({ path }) => path)).toEqual([
    'payment_methods.default_payment_method_id',
    'payment_methods.default_installments',
    'payment_methods.installments',
  ]);
});

test('nothing is required and nothing is forbidden: the reference shows neither', () => {
  const text = JSON.stringify(general);

  expect(text).not.toContain('"required"');
  expect(text).not.toContain('"additionalProperties"');
});

test('authentication_type has the four words of the reference', () => {
  const { authentication_type } = general.properties.payer.properties;

  expect(authentication_type.enum).toEqual(['Gmail', 'Facebook', 'Native web', 'Other']);
});
