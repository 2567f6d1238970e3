import { withDemoFaults } from '#mock/demo-faults';
import { startProvider } from '#mock/server';
import { changeContext, settings } from '#run/context';

/**
 * Playwright's global set-up without a target: serves the embedded provider from this process on a free port, passes
 * the URL to the workers, and returns the function that stops it. A separate process would take a second to start.
 */
export default async function startEmbedded(): Promise<() => Promise<void>> {
  const { MOCK_VARIATION: variation, MOCK_FAULT } = settings();
  const wrap = withDemoFaults(MOCK_FAULT);
  const { baseUrl, statesUrl, close } = await startProvider({ severalSets: true, variation, wrap });
  changeContext({ settings: { ...settings(), BASE_URL: baseUrl, PROVIDER_STATES_URL: statesUrl } });
  return close;
}
