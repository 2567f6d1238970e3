import { readFileSync } from 'node:fs';
import { type State, states, toStateVariable } from '#api/states';
import { getResponses } from '#results/ledger/responses';
import { withStatesTable } from '../docs/pages.ts';
import { AWKWARD } from '../second-provider/choices.ts';
import { startSecondProvider } from '../second-provider/server.ts';
import { expect, runSuite, test } from '../tools/fixtures.ts';

// Other forms of the second provider are targets of selftest/matrix/variations.ts.
test('a provider that the suite has never seen passes in full under a path prefix', async ({ open }) => {
  const provider = await open(startSecondProvider({ form: AWKWARD, prefix: '/sandbox/api/v9' }));

  const where = { BASE_URL: provider.baseUrl, PROVIDER_STATES_URL: provider.statesUrl ?? '' };
  const run = await runSuite({ STRICT: '1', CERTIFY: '1', ...where }, '--workers=2');

  expect(run.output).toContain('GREEN: CONFORMANT: ');
  expect(run.code).toBe(0);
  const values = JSON.stringify(getResponses(run.document()));
  expect(values.replaceAll('"100000"', '')).not.toMatch(/\d{6}|[0-9a-f]{16}|\d\dT\d\d:|APP_USR[-\w]|https?:/i); // which differ between runs
  const page = readFileSync('docs/provider-states.md', 'utf8');
  expect(page, 'npm run docs -- --states').toBe(withStatesTable(page, run.document().states));
});

test('with environment variables alone nothing fails and the verdict is INCOMPLETE', async ({ open }) => {
  const provider = await open(startSecondProvider({ states: false }));
  const names = Object.keys(states).filter((name): name is State => Object.hasOwn(states, name));
  const variables = names.flatMap((state) => {
    const values = Object.entries(provider.provide(state));
    return values.map(([name, value]) => [toStateVariable(state, name), String(value)]);
  });

  const where = { BASE_URL: provider.baseUrl, ALLOW_LIVE: '1' };
  const run = await runSuite({ STRICT: '1', ...where, ...Object.fromEntries(variables) });

  const { verdict, counts } = run.document();
  expect(run.code).toBe(0);
  expect(verdict).toBe('INCOMPLETE');
  expect(counts.must.failed + counts.should.warned).toBe(0);
  expect(counts.must.passed).toBeGreaterThan(30);
  expect(run.prose).toContain('another test needs the only value');
});
