import { expect, test } from '@playwright/test';
import { industries } from '../../factories/preferences/industry.ts';
import { preference } from '../../factories/preferences/preference.ts';
import { foreignPaths, industriesOf } from '../../sdk/contract/industry-of.ts';

/** 2.7 gives these two the same fields, so that no body can tell them apart. */
const alike = ['applications-and-online-platforms', 'utilities'];

for (const industry of industries) {
  test(`the fields of a full preference tell the industry ${industry}`, () => {
    const expected = alike.includes(industry) ? alike : [industry];

    expect(industriesOf(preference(industry, { seed: 7 }))).toEqual(expected);
  });

  test(`a reference that names the industry ${industry} tells it whatever the fields are`, () => {
    expect(industriesOf({ external_reference: `${industry}-0001` })).toEqual([industry]);
    expect(industriesOf({ items: [{ category_id: industry }] })).toEqual([industry]);
    expect(foreignPaths(preference(industry, { seed: 7 }), industry)).toEqual([]);
  });
}

test('a word that merely begins like an industry names none', () => {
  expect(industriesOf({ items: [{ category_id: 'electronics' }] })).toEqual(alike);
});
