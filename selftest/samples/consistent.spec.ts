import { expect, test } from '@playwright/test';
import { inconsistencies } from './inconsistencies.ts';
import { otherSamples, samples } from './samples.ts';

test.describe.configure({ mode: 'parallel' });

for (const [name, make] of Object.entries({ ...samples, ...otherSamples }))
  test(`the reports of a run agree: ${name}`, { tag: '@long' }, async () => {
    expect(inconsistencies(await make('--project=instore-orders'))).toEqual([]);
  });

test('the reports of a whole run agree in more than 1,500 rows', { tag: '@slow' }, async () => {
  const run = await samples.failing?.();

  expect(run && inconsistencies(run, 1_500)).toEqual([]);
});
