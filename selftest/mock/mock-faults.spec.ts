import { expect, test } from '@playwright/test';
import { operations } from '#mock/operations';
import { singleVariations, variation } from '#mock/variations';
import { faults, withFaults } from '../faults/faults.ts';
import { unsettled } from '../matrix/published-section.ts';

test('each fault has a name of its own and changes rules that its operation has', () => {
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  for (const { operation, patch } of faults)
    for (const { endpoint, build } of operations)
      if (endpoint === operation) expect(() => patch(build(variation(0)))).not.toThrow();
});

test('every defect of Defects4REST is a fault, or it is said why not', () => {
  expect(unsettled()).toEqual([]);
});

test('an unknown fault is an error that says where the names are', () => {
  expect(() => withFaults('no-such-fault')).toThrow(/no fault named "no-such-fault". Expected one of docs/);
});

test('each single variation differs from the default in one choice, and a combination is fixed by its number', () => {
  const usual = Object.entries(variation(0));
  for (let n = 1; n <= singleVariations; n += 1) {
    const changed = Object.entries(variation(n)).filter(([, value], index) => value !== usual[index]?.[1]);
    expect(changed, `variation ${n}`).toHaveLength(1);
  }
  expect(variation(1000)).toEqual(variation(1000));
  expect(variation(1000)).not.toEqual(variation(1001));
});
