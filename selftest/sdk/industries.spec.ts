import { expect, test } from '@playwright/test';
import { endpoints } from '#api/operations';
import { findForeignPaths, findIndustries } from '#client/contract/fields';
import { type Industry, industries, industrySchema } from '#factories/preferences/industry';
import { preference } from '#factories/preferences/preference';
import { findingsIn, type Short } from './sent.ts';

/** Returns the industries with the same fields in 2.7, which no body can distinguish. */
function alike(industry: Industry): Industry[] {
  const fieldsOf = (each: Industry) => JSON.stringify(industrySchema(each));
  return industries.filter((each) => fieldsOf(each) === fieldsOf(industry));
}

for (const industry of industries) {
  test(`the fields of a full preference tell the industry ${industry}`, () => {
    expect(findIndustries(preference(industry, { seed: 7 }))).toEqual(alike(industry));
  });

  test(`a reference that names the industry ${industry} tells it whatever the fields are`, () => {
    expect(findIndustries({ external_reference: `${industry}-0001` })).toEqual([industry]);
    expect(findIndustries({ items: [{ category_id: industry }] })).toEqual([industry]);
    expect(findForeignPaths(preference(industry, { seed: 7 }), industry)).toEqual([]);
  });
}

test('a word that merely begins like an industry names none', () => {
  expect(findIndustries({ items: [{ category_id: 'electronics' }] })).toEqual(alike('utilities'));
});

const token = { client_id: '4711', client_secret: 'hush-hush' };

for (const endpoint of endpoints) {
  test(`the gate finds nothing in a good request of ${endpoint}`, () => {
    expect(findingsIn({ of: endpoint }, true)).toEqual([]);
  });
}

test('what the reference does not list is a breach only where the gate is strict', () => {
  const unlisted: Short = { of: 'wallet-agreements', body: { colour: 'red' } };

  expect(findingsIn(unlisted)).toEqual(['note unknown-member: /colour is listed nowhere']);
  expect(findingsIn(unlisted, true)).toEqual(['breach unknown-member: /colour is listed nowhere']);
});

test('a finding inside an array names no index, and none shows a secret', () => {
  const items = [{ quantity: '1' }, { quantity: '2' }];
  const body = { external_reference: 'utilities', items };
  const twice = findingsIn({ of: 'checkout-preferences', body });
  const secret = findingsIn({
    of: 'oauth-token',
    body: { ...token, client_secret: 12345678, grant_type: 'refresh_token' },
  });

  expect(twice).toEqual([
    'breach number-as-text: /items/*/quantity is not an integer; got "1"',
    'breach number-as-text: /items/*/quantity is not an integer; got "2"',
  ]);
  expect(secret).toEqual(['breach schema: /client_secret is not a string']);
});
