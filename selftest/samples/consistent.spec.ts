import path from 'node:path';
import { causeGroups } from '#results/cause-groups';
import { expect, slow, test } from '../tools/fixtures.ts';
import { readResult } from '../tools/runs.ts';
import { inconsistencies } from './inconsistencies.ts';
import { faultyRun, otherSamples, samples, twelveFaults } from './samples.ts';

test.describe.configure({ mode: 'parallel' });

/** Samples whose reports hold no form that those of the others lack, and one that takes a minute. */
const later = ['clean', 'industry', 'all 500, in 100 KB each'];

for (const [name, make] of Object.entries({ ...samples, ...otherSamples }))
  test(`the reports of a run agree: ${name}`, { tag: later.includes(name) ? '@slow' : '@long' }, async () => {
    expect(inconsistencies(await make('--project=instore-orders'))).toEqual([]);
  });

test('the reports of a whole run agree in more than 1,500 rows', slow, async () => {
  const run = await samples.failing?.();

  expect(run && inconsistencies(run, 1_500)).toEqual([]);
  const { requirements } = readResult(run?.reports ?? '');
  expect(causeGroups(requirements).filter(({ outcome }) => outcome === 'failed')).toHaveLength(12);
});

test('twelve faults at once are twelve entries, each with what was expected and what came', slow, async ({ page }) => {
  test.setTimeout(300_000);
  const ids = [...new Set(Object.values(twelveFaults).flat())];
  const run = await samples.failing?.('--grep', `@(?:${ids.join('|')})\\b`);

  await page.goto(`file://${path.join(run?.reports ?? '', 'conformance.html')}`);
  const found = await page.locator('#fixes ~ .fixes > .fix').evaluateAll((all) =>
    all.map((entry) => ({
      violates: [...entry.querySelectorAll('.s:last-child a')].map((link) => link.textContent ?? ''),
      values: [...entry.querySelectorAll('.wg code')].map((code) => code.textContent ?? ''),
      hasRequest: /curl -i/.test(entry.querySelector('.cmd pre')?.textContent ?? ''),
    })),
  );

  expect(found).toHaveLength(Object.keys(twelveFaults).length);
  for (const wanted of Object.values(twelveFaults))
    expect(found.map(({ violates }) => violates.slice(0, wanted.length))).toContainEqual(wanted);
  for (const { values, violates, hasRequest } of found) {
    expect(values).toHaveLength(2);
    expect(values.join('\n')).not.toMatch(/^$|something else|not there/m);
    expect(hasRequest, violates[0]).toBe(violates[0] !== 'PRF-01'); // a full preference is too long to be read
  }
});

test('a header that a service does not take is one entry, whatever its tests expect', slow, async () => {
  const { reports } = await faultyRun('intent-scope-refused', ['--project=point-payment-intents']);

  const found = causeGroups(readResult(reports).requirements);
  expect(found.map(({ requirements }) => requirements.map(({ id }) => id))).toEqual([
    ['PNT-02', 'PNT-10', 'PNT-11', 'PNT-12', 'PNT-13', 'PNT-14'],
  ]);
});
