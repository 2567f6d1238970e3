import { expect, test } from '@playwright/test';
import { inconsistencies } from './inconsistencies.ts';
import { samples } from './samples.ts';

test.describe.configure({ mode: 'parallel' });

for (const [name, make] of Object.entries(samples))
  test(`all that a run leaves says the same: ${name}`, {
    tag: name === 'waived, with drift' ? [] : '@slow',
  }, async () => {
    expect(inconsistencies(await make('--project=instore-orders'))).toEqual([]);
  });
