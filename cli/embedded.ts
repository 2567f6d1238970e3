import { withDemoFaults } from '#mock/demo-faults';
import { startProvider } from '#mock/server';
import { changeContext, settings } from '#run/context';

/** Serves the embedded provider as Playwright's global set-up: another process would take a second to start. */
export default async function startEmbedded(): Promise<() => Promise<void>> {
  const { MOCK_VARIATION: variation, MOCK_FAULT } = settings();
  const wrap = withDemoFaults(MOCK_FAULT);
  const { baseUrl, statesUrl, close } = await startProvider({ severalSets: true, variation, wrap });
  changeContext({ settings: { ...settings(), BASE_URL: baseUrl, PROVIDER_STATES_URL: statesUrl } });
  return close;
}
