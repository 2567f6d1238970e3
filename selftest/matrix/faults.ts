import { faults } from '../../mock/faults.ts';
import { startProvider } from '../../mock/server.ts';
import type { NamedTarget } from '../../suite/run/target.ts';
import { play } from './play.ts';

// Serves the embedded provider once for each of its faults and runs the tests that are to notice it.
const providers = await Promise.all(faults.map(({ name }) => startProvider({ fault: name })));
const targets = faults.map(({ name, breaks }, index): NamedTarget => {
  const { baseUrl = '', statesUrl = '' } = providers[index] ?? {};
  return { name, breaks: [breaks], BASE_URL: baseUrl, PROVIDER_STATES_URL: statesUrl };
});
await play(targets, 'faults-reporter.ts', { REQUEST_TIMEOUT: '2' });
await Promise.all(providers.map((provider) => provider.close()));
