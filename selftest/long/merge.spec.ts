import { test } from '@playwright/test';
import { expectSame, merge, shard, wholeRun } from '../tools/merge-runs.ts';

for (const total of [1, 5]) {
  test(`${total} shards make the result of one run, requirement by requirement`, async () => {
    const whole = await wholeRun();
    const folders: string[] = [];
    for (let current = 1; current <= total; current += 1) folders.push((await shard(current, total)).reports);

    expectSame(await merge(...folders.toReversed()), whole.reports);
  });
}
