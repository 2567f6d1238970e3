import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import fc from 'fast-check';
import { type Json, read } from '#factories/json';
import { contradictingPreferences } from '#factories/preferences/contradictions';
import { foreignFields } from '#factories/preferences/field-sets';
import { industries } from '#factories/preferences/industry';
import { invalidPreferences } from '#factories/preferences/invalid';
import { preference } from '#factories/preferences/preference';
import { validPreferences } from '#factories/preferences/valid';

const anIndustry = fc.constantFrom(...industries);
const aSeed = fc.nat();
const someRuns = { numRuns: 500 };

test('the times of a preference make sense together', () => {
  const makeSense = fc.property(aSeed, (seed) => {
    const route = '/items/0/category_descriptor/route';
    const body = preference('tourism', { seed });
    const [registered, bought] = [timeAt(body, '/payer/registration_date'), timeAt(body, '/payer/last_purchase')];
    const [departs, arrives] = [
      timeAt(body, `${route}/departure_date_time`),
      timeAt(body, `${route}/arrival_date_time`),
    ];

    assert(registered < bought && bought < Date.now());
    assert(timeAt(body, '/date_of_expiration') > Date.now());
    assert(departs > Date.now() && departs < arrives);
  });

  fc.assert(makeSense, someRuns);
});

test('the same seed gives the same bytes, whatever is drawn in between, and another seed gives others', () => {
  const repeats = fc.property(anIndustry, aSeed, aSeed, (industry, seed, other) => {
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

function timeAt(body: Json, pointer: string): number {
  return Date.parse(String(read(body, pointer)));
}
