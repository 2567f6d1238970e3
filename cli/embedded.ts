import { optionsFrom } from '../mock/options.ts';
import { startProvider } from '../mock/server.ts';

/**
 * Playwright's global set-up where no target is named: serves the embedded provider from this process, on a free port,
 * tells the workers where, and returns what stops it. A process of its own would take a second to start.
 */
export default async function startEmbedded(): Promise<() => Promise<void>> {
  const { baseUrl, statesUrl, close } = await startProvider(optionsFrom({ ...process.env, PORT: '0' }));
  process.env.BASE_URL = baseUrl;
  process.env.PROVIDER_STATES_URL = statesUrl;
  return close;
}
