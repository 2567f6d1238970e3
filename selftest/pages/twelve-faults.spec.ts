import path from 'node:path';
import { expect } from '@playwright/test';
import { startProvider } from '#mock/server';
import { withFaults } from '../faults/faults.ts';
import { test } from '../tools/chromium.ts';
import { runSuite } from '../tools/run-suite.ts';

/** Independent faults, and the requirements that each violates. */
const faults: Readonly<Record<string, readonly string[]>> = {
  'test-user-created-space': ['USR-01', 'USR-25'],
  'token-type-cased': ['TOK-02', 'TOK-04'],
  'token-scope-commas': ['TOK-02', 'TOK-06'],
  'preference-tourism': ['PRF-01'],
  'preference-value-no-date': ['PRF-02'],
  'order-token-length': ['ORD-03', 'ORD-12'],
  'order-no-number-code': ['ORD-10'],
  'token-text-other-client': ['TOK-03'],
  'token-client_secret-ending': ['TOK-29'],
  'test-user-echo-spaces': ['USR-03'],
  'published-awx#8305': ['PNT-13'],
  'agreement-token-any-case': ['WAL-13'],
};

test('twelve faults at once are twelve entries, each with what was expected and what came', { tag: '@long' }, async ({
  page,
}) => {
  test.setTimeout(300_000);
  const ids = [...new Set(Object.values(faults).flat())];
  const provider = await startProvider({ wrap: withFaults(Object.keys(faults).join(',')) });
  const target = { BASE_URL: provider.baseUrl, PROVIDER_STATES_URL: provider.statesUrl, TARGET: 'lab', SEED: '7' };
  const run = await runSuite(target, '--grep', `@(?:${ids.join('|')})\\b`).finally(provider.close);

  await page.goto(`file://${path.join(run.reports, 'conformance.html')}`);
  const entries = page.locator('#fixes ~ .fixes > .fix');
  const found = await entries.evaluateAll((all) =>
    all.map((entry) => ({
      violates: [...entry.querySelectorAll('.s:last-child a')].map((link) => link.textContent ?? ''),
      values: [...entry.querySelectorAll('.wg code')].map((code) => code.textContent ?? ''),
      hasRequest: /curl -i|curl\/\w+\.sh/.test(entry.querySelector('.cmd pre')?.textContent ?? ''),
    })),
  );

  expect(found).toHaveLength(Object.keys(faults).length);
  for (const wanted of Object.values(faults))
    expect(found.map(({ violates }) => violates.slice(0, wanted.length))).toContainEqual(wanted);
  for (const { values, hasRequest } of found) {
    expect(values).toHaveLength(2);
    expect(values.join('\n')).not.toMatch(/^$|something else|not there/m);
    expect(hasRequest).toBe(true);
  }
});
