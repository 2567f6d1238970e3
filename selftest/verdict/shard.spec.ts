import { expect, test } from '@playwright/test';
import { rateOf, shardIn, shareOf } from '#run/partial-run';
import { shardOnCommandLine } from '#run/process/command-line';
import { newRunNames } from '#run/run-context';

test('the command line names the shard in both of its forms, or none', () => {
  const forms = [
    ['test', '--shard=2/3'],
    ['test', '--shard', '2/3', '--workers=1'],
    ['test', '--project=oauth-token'],
  ];

  expect(forms.map(shardOnCommandLine)).toEqual(['2/3', '2/3', '']);
});

for (const text of ['', '0/3', '4/3', '1', 'a/b', '1/0', '1.5/3']) {
  test(`"${text}" names no shard`, () => {
    expect(shardIn(text)).toBeUndefined();
  });
}

for (const total of [0, 1, 5, 100]) {
  test(`three shards take ${total} together, none more than one more than another`, () => {
    const shares = [1, 2, 3].map((current) => shareOf(total, { current, total: 3 }));

    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total);
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
  });
}

test('a throttle is divided into equal parts, and one machine has all of it', () => {
  expect(rateOf(1, { current: 3, total: 4 })).toBe(0.25);
  expect([rateOf(7, undefined), shareOf(7, undefined)]).toEqual([7, 7]);
});

test('machines that share a run send the same payloads, and the next run of the CI others', () => {
  const tonight = { TARGET: 'sandbox', GITHUB_RUN_ID: '1' };
  const [one, other] = [1, 2].map((current) => newRunNames(tonight, { current, total: 2 }));
  const tomorrow = newRunNames({ ...tonight, GITHUB_RUN_ID: '2' }, { current: 1, total: 2 });

  expect(other).toEqual(one);
  expect(tomorrow.SEED).not.toBe(one?.SEED);
  expect(tomorrow.RUN_ID).not.toBe(one?.RUN_ID);
});
