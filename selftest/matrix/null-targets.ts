import { startProvider } from '#mock/server';
import type { NamedTarget } from '#run/settings/target';
import { nullServers, startNullServer } from './null-servers.ts';
import { collect, conclude, type Run } from './runs.ts';

// Runs every test with the states of the embedded provider against servers that implement nothing, and against
// providers that respond correctly only if they recognise the suite: none may be conformant.
const provider = await startProvider();
const started = await Promise.all(
  Object.entries(nullServers).map(async ([name, response]) => ({ name, ...(await startNullServer(response)) })),
);
const targets = started.map(
  ({ name, url }): NamedTarget => ({ name, BASE_URL: url, PROVIDER_STATES_URL: provider.statesUrl }),
);
const runs = await collect(targets, { REQUEST_TIMEOUT: '1', DEPTH: 'smoke' });
await Promise.all([provider, ...started].map(({ close }) => close()));

// Prints the musts that passed on a server that implements nothing, and the undetected servers.
const musts = runs.filter(({ levels }) => levels.includes('must'));
const count = (target: string, outcome: Run['outcome']) =>
  musts.filter((run) => run.target === target && run.outcome === outcome).length;
for (const target of new Set(musts.map((run) => run.target)))
  process.stdout.write(`${target}: ${count(target, 'noticed')} failed, ${count(target, 'skipped')} skipped\n`);
const passed = musts.filter(({ outcome }) => outcome === 'passed');
conclude(
  passed.map(({ target, test }) => `${test} passed on "${target}"`),
  musts.length - passed.length,
);
if (process.argv.length === 2) await import('./seeds.ts');
