import { expect, test } from '@playwright/test';
import { type Depth, depths } from '#factories/preferences/depth';
import { industries, industriesWith } from '#factories/preferences/industry';
import { invalidPreferences, invalidPreferencesOf } from '#factories/preferences/invalid';

test('each distinct bad preference is sent once, in an industry that has its field', () => {
  const all = invalidPreferences(1, 'full');
  const ofEach = industries.flatMap((industry) => invalidPreferencesOf(industry, 1, 'full'));

  expect(all.map(({ name }) => name).toSorted()).toEqual([...new Set(ofEach.map(({ name }) => name))].toSorted());
  for (const { path, industry, name } of all) {
    if (path !== 'body') expect(industriesWith(path), name).toContain(industry);
  }
});

test('the bad preferences are spread over all industries', () => {
  expect(new Set(invalidPreferences(1).map(({ industry }) => industry)).size).toBe(industries.length);
});

test('each depth sends what the smaller one sends and more, the same ones for every seed', () => {
  const [smoke, standard, full] = [namesOf(1, 'smoke'), namesOf(1, 'standard'), namesOf(1, 'full')];

  expect(standard).toEqual(expect.arrayContaining(smoke));
  expect(full).toEqual(expect.arrayContaining(standard));
  expect(smoke.length).toBeLessThan(60);
  expect(standard.length).toBeLessThan(350);
  expect(depths.map((depth) => namesOf(99, depth))).toEqual([smoke, standard, full]);
});

function namesOf(seed: number, depth: Depth): string[] {
  return invalidPreferences(seed, depth).map(({ name }) => name);
}
