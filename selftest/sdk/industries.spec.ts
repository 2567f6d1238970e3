import { expect, test } from '@playwright/test';
import { findForeignPaths, findIndustries } from '#client/contract/industry-of';
import { type Industry, industries, industrySchema } from '#factories/preferences/industry';
import { preference } from '#factories/preferences/preference';

/** Returns where 2.7 gives several the same fields no body can tell them apart. */
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
