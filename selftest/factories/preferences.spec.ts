import assert from 'node:assert/strict';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { type Json, put, read } from '#factories/json';
import written from '#factories/preferences/counts.json' with { type: 'json' };
import { fields } from '#factories/preferences/fields';
import { contradictions, industries, industriesWith } from '#factories/preferences/industry';
import { invalidPreferences } from '#factories/preferences/invalid';
import { preference } from '#factories/preferences/preference';
import { validPreferences } from '#factories/preferences/valid';
import { contradictingPreferences, foreignFields, omissions } from '#factories/preferences/variants';
import schema from '#schemas/checkout-preferences/request.json' with { type: 'json' };
import { preferenceCounts } from '../docs/pages.ts';
import ofReference from '../tests/written.json' with { type: 'json' };

const timeAt = (body: Json, pointer: string): number => Date.parse(String(read(body, pointer)));

const aSeed = fc.nat();
const someRuns = { numRuns: 500 };

test('the times of a preference make sense together', () => {
  const makeSense = fc.property(aSeed, (seed) => {
    const route = '/items/0/category_descriptor/route';
    const body = preference('tourism', { seed });
    const [registered, bought] = [timeAt(body, '/payer/registration_date'), timeAt(body, '/payer/last_purchase')];
    const [departs = 0, arrives = 0] = ['departure', 'arrival'].map((end) => timeAt(body, `${route}/${end}_date_time`));

    assert(registered < bought && bought < Date.now());
    assert(timeAt(body, '/date_of_expiration') > Date.now());
    assert(departs > Date.now() && departs < arrives);
  });

  fc.assert(makeSense, someRuns);
});

test('the same seed gives the same bytes, whatever is drawn in between, and another seed gives others', () => {
  const repeats = fc.property(fc.constantFrom(...industries), aSeed, aSeed, (industry, seed, other) => {
    fc.pre(seed !== other);
    const first = JSON.stringify(preference(industry, { seed }));

    assert.notEqual(JSON.stringify(preference(industry, { seed: other })), first);
    assert.equal(JSON.stringify(preference(industry, { seed })), first);
  });

  fc.assert(repeats, someRuns);
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

  fc.assert(isReserved, { numRuns: 5 });
});

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
  expect(foreignFields(1).map(({ path }) => path)).toEqual(ofReference.ofSomeIndustries);
});

test('factories/preferences/counts.json is what the lists hold: npm run docs writes it', () =>
  expect(written).toEqual(preferenceCounts()));
