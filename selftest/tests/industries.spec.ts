import { expect, test } from '@playwright/test';
import { fields, getKind, getTypes, type Schema } from '#factories/preferences/fields';
import { industries, industryRows, industrySchema } from '#factories/preferences/industry';
import general from '#schemas/checkout-preferences/request.json' with { type: 'json' };

// Written by hand from 2.7, independently of schemas/industries.json: the two must agree.
const common = `
  items:array items[0]:object items.id:string items.title:string items.category_id:string
  items.quantity:integer items.unit_price:number items.currency_id:string
  payer:object payer.email:string payer.date_created:string payer.first_name:string payer.last_name:string
  payer.identification:object payer.identification.identification_type:string
  payer.identification.identification_number:string
  payer.phone:object payer.phone.area_code:integer payer.phone.number:integer
  payer.authentication_type:enum payer.registration_date:date-time
  payer.is_first_purchase_online:boolean payer.last_purchase:date-time
  payment_methods:object payment_methods.excluded_payment_methods:array
  payment_methods.excluded_payment_methods[0]:object payment_methods.excluded_payment_methods.id:string
  payment_methods.excluded_payment_types:array payment_methods.excluded_payment_types[0]:object
  payment_methods.excluded_payment_types.id:string payment_methods.default_payment_method_id:string
  payment_methods.default_installments:integer payment_methods.installments:integer
  back_urls:object back_urls.failure:uri back_urls.pending:uri back_urls.success:uri
  notification_url:uri auto_return:string expires:boolean external_reference:string
  date_of_expiration:date-time`;
const address = `payer.address:object payer.address.zip_code:string payer.address.street_name:string
  payer.address.street_number:integer`;
const prime = 'payer.is_prime_user:boolean';
const description = 'items.description:string';
const event = 'items.category_descriptor:object items.category_descriptor.event_date:date-time';
const passenger = `items.category_descriptor:object items.category_descriptor.passenger:object
  items.category_descriptor.passenger.first_name:string items.category_descriptor.passenger.last_name:string
  items.category_descriptor.passenger.identification_type:string
  items.category_descriptor.passenger.identification_number:string`;
const route = `items.category_descriptor.route:object items.category_descriptor.route.departure:string
  items.category_descriptor.route.destination:string
  items.category_descriptor.route.departure_date_time:date-time
  items.category_descriptor.route.arrival_date_time:date-time items.category_descriptor.route.company:string`;
const receiver = `shipments:object shipments.mode:string shipments.receiver_address:object
  shipments.receiver_address.zip_code:string shipments.receiver_address.state_name:string
  shipments.receiver_address.city_name:string shipments.receiver_address.street_number:integer`;
const express = 'shipments.express_shipment:boolean';
const pickup = 'shipments.local_pickup:boolean';
const home = 'shipments.floor:string shipments.apartment:string';

const table: readonly (readonly [name: string, ...words: string[]])[] = [
  ['Apparel', address, prime, 'items.type:string', description, 'items.picture_url:string', receiver, express],
  ['Electro', address, prime, 'items.warranty:boolean', pickup, receiver, express],
  ['Entertainment', prime, event, receiver, express],
  ['Home & deco', address, prime, description, 'items.warranty:boolean', receiver, express],
  ['Applications and online platforms', address, prime],
  ['Retail', address, prime, description, 'items.picture_url:string', receiver, express],
  ['Government and public services', address, prime, description, event, receiver],
  ['Tourism', address, prime, description, passenger, route],
  ['Hospitality', address, prime, 'items.event_date:date-time', passenger],
  ['Utilities', address, prime],
  ['Direct sale', address, prime, description, receiver, home, pickup],
  ['Automobiles and nautical', address, description, receiver, home, pickup],
  ['Urban transport', address, prime, description],
];

const described = (schema: Schema) => fields(schema).map((field) => `${field.path}:${getKind(field.schema)}`);
const words = (...texts: string[]) => texts.join(' ').trim().split(/\s+/);

test('every industry of the reference is one, in its order', () => {
  const stated = new Set<string>(table.map(([name]) => name));
  const names = industries.map((industry) => industryRows[industry].name);

  expect(names.filter((name) => stated.has(name))).toEqual([...stated]);
});

const known = new Set([
  ...words(common, ...table.flatMap(([, ...own]) => own)),
  'shipments.receiver_address.street_name:string',
]);

for (const [name, ...own] of table) {
  test(`the schema of ${name} has the fields of its row and no other of the reference`, () => {
    const industry = industries.find((each) => industryRows[each].name === name);

    const found = industry ? described(industrySchema(industry)) : [];

    expect(found.filter((field) => known.has(field)).toSorted()).toEqual(words(common, ...own).toSorted());
  });
}

test('the general schema has every field of every industry once, and street_name of the examples', () => {
  expect(
    described(general)
      .filter((field) => known.has(field))
      .toSorted(),
  ).toEqual([...known].toSorted());
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
