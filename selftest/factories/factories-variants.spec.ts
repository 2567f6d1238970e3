import assert from 'node:assert/strict';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { put, read } from '#factories/json';
import { contradictions } from '#factories/preferences/contradictions';
import { preferenceCounts } from '#factories/preferences/counts';
import written from '#factories/preferences/counts.json' with { type: 'json' };
import { foreignFields, omissions } from '#factories/preferences/field-sets';
import { fields } from '#factories/preferences/fields';
import { industriesWith } from '#factories/preferences/industry';
import { preference } from '#factories/preferences/preference';
import schema from '#schemas/checkout-preferences/request.json' with { type: 'json' };

test('a contradiction changes the spelling in every item, keeps the values and leaves its input alone', () => {
  const [, , flat, nested] = contradictions;
  const body = preference('tourism', { seed: 4, elements: 2 });
  const before = JSON.stringify(body);
  const passenger = '/items/1/category_descriptor/passenger';
  const number = read(body, `${passenger}/identification_number`);

  const [renamed, moved] = [flat?.apply(body) ?? {}, nested?.apply(body) ?? {}];

  expect(number).toEqual(expect.any(String));
  expect(read(renamed, `${passenger}/number`)).toBe(number);
  expect(read(renamed, `${passenger}/identification_number`)).toBeUndefined();
  expect(read(moved, `${passenger}/identification/number`)).toBe(number);
  expect(JSON.stringify(body)).toBe(before);
});

test('each field and each block is left out once, and nothing else with it', () => {
  const holds = fc.property(fc.nat(), (seed) => {
    for (const { industry, pointer, body, name } of omissions(seed)) {
      const full = preference(industry, { seed });
      const value = read(full, pointer);
      assert(value !== undefined && read(body, pointer) === undefined, name);
      assert.deepEqual(put(body, pointer, value), full, name);
    }
  });

  fc.assert(holds, { numRuns: 10 });
  const paths = fields(schema).map(({ path }) => path);
  const inSchema = paths.filter((path) => !path.endsWith('[0]') && !path.endsWith('receiver_address.street_name'));
  expect(omissions(1).map(({ path }) => path)).toEqual(inSchema);
});

test('each field of some industries only is put into one that has it not', () => {
  const holds = fc.property(fc.nat(), (seed) => {
    for (const { industry, owner, path, pointer, body, name } of foreignFields(seed)) {
      assert(industriesWith(path).includes(owner) && !industriesWith(path).includes(industry), name);
      assert.equal(read(preference(industry, { seed }), pointer), undefined, name);
      assert.deepEqual(read(body, pointer), read(preference(owner, { seed }), pointer), name);
    }
  });

  fc.assert(holds, { numRuns: 10 });
  expect(foreignFields(1).map(({ path }) => path)).toEqual([
    ...['type', 'description', 'picture_url', 'warranty', 'event_date'].map((name) => `items.${name}`),
    ...['event_date', 'passenger', 'route'].map((name) => `items.category_descriptor.${name}`),
    ...['payer.address', 'payer.is_prime_user', 'shipments.mode', 'shipments.receiver_address'],
    ...['express_shipment', 'local_pickup', 'floor', 'apartment'].map((name) => `shipments.${name}`),
  ]);
});

test('factories/preferences/counts.json is what the lists hold: npm run docs writes it', () => {
  expect(written).toEqual(preferenceCounts());
});
