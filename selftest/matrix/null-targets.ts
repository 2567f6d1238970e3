import { startProvider } from '#mock/server';
import type { NamedTarget } from '#run/settings/target';
import { nullServers, startNullServer } from './null-servers.ts';
import { play } from './play.ts';

// Runs every test with the states of the embedded provider against servers that implement nothing, and against
// providers that respond correctly only if they recognise the suite: none may be conformant.
const provider = await startProvider();
const started = await Promise.all(
  Object.entries(nullServers).map(async ([name, answer]) => ({ name, ...(await startNullServer(answer)) })),
);
const targets = started.map(
  ({ name, url }): NamedTarget => ({ name, BASE_URL: url, PROVIDER_STATES_URL: provider.statesUrl }),
);
await play(targets, 'null-targets-reporter.ts', { REQUEST_TIMEOUT: '1', DEPTH: 'smoke' });
for (const { server } of started) server.closeAllConnections();
await Promise.all(started.map(({ server }) => new Promise((resolve) => server.close(resolve))));
await provider.close();
if (process.argv.length === 2) await import('./seeds.ts');
