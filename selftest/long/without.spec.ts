import { expect, test } from '@playwright/test';
import { type capabilities, capabilityNames } from '#api/capabilities';
import type { Endpoint } from '#api/operations';
import { startProvider } from '#mock/server';
import { nullServers, startNullServer } from '../matrix/null-servers.ts';
import { checksOff } from '../tools/checks-off.ts';
import { runSuite } from '../tools/run-suite.ts';

const projects = {
  credentials: 'instore-orders',
  identity: 'instore-orders',
  state: 'instore-orders',
  logic: 'wallet-agreements',
  validation: 'instore-orders',
  errors: 'instore-orders',
} as const satisfies Record<keyof typeof capabilities, Endpoint>;

for (const capability of capabilityNames) {
  test(`a provider without ${capability} fails, and with WITHOUT=${capability} nothing of it does`, async () => {
    const provider = await startProvider({ wrap: checksOff[capability] });
    const target = { STRICT: '1', BASE_URL: provider.baseUrl, PROVIDER_STATES_URL: provider.statesUrl };
    const project = `--project=${projects[capability]}`;

    const silent = await runSuite(target, project);
    const said = await runSuite({ ...target, WITHOUT: capability }, project);
    await provider.close();

    expect([silent.code, silent.document().verdict]).toEqual([1, 'NON-CONFORMANT']);
    expect([said.code, said.document().verdict]).toEqual([0, 'INCOMPLETE']);
    expect(said.document().counts.must.passed).toBeGreaterThan(2);
    expect(said.output).toContain(`not exercised: switched off by WITHOUT=${capability}`);
  });
}

test('a server that accepts everything passes no must, whatever it is said to be without', async () => {
  const provider = await startProvider();
  const { server, url } = await startNullServer(
    nullServers['a success of each operation'] ?? ((_, response) => response.end()),
  );

  const run = await runSuite({
    WITHOUT: capabilityNames.join(','),
    BASE_URL: url,
    PROVIDER_STATES_URL: provider.statesUrl,
  });
  server.closeAllConnections();
  server.close();
  await provider.close();

  const { verdict, counts } = run.document();
  expect([verdict, counts.must.passed, counts.must.failed]).toEqual(['INCOMPLETE', 0, 0]);
  expect(run.output).toContain('invalid requests also succeed, so success proves nothing');
});
