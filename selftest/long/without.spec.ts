import { expect, test } from '@playwright/test';
import { type Capability, capabilityNames } from '#api/capabilities';
import type { Endpoint } from '#api/operations';
import type { Operation } from '#mock/operation';
import { startProvider } from '#mock/server';
import { changeRejection, type Patch } from '../faults/combinators.ts';
import { nullServers, startNullServer } from '../matrix/null-servers.ts';
import { runSuite } from '../tools/run-suite.ts';

/** Returns the names of rules in a list separated by bars. */
const rules = (text: string) => text.split('|').map((name) => name.trim());

const anyToken = rules(`
  a token that was never issued | a token past its lifetime | a test token outside the sandbox |
  an integrator that is not registered | a token that may not create test users | nothing found for this token
`);
const anyGrant = rules(`
  an unknown client_id | a wrong client_secret | too many requests of this application |
  a code that was never given | another application's code | another redirect_uri |
  a refresh token that was never given | another application's refresh token | a token of another user |
  no grant with the user
`);
const noMemory = rules(`
  a token past its lifetime | a code that was never given | a code older than ten minutes | a code used before |
  a refresh token that was never given | a revoked refresh token | an expired refresh token |
  no grant with the user | a token of another user | an unknown payment intent |
  a payment intent cancelled before | a payment intent that cannot be cancelled now | no open order
`);
const noCredentials = rules(`
  no token | a scheme that is not Bearer | client_id left out | client_secret left out
`);
const form = /no JSON|left out|given twice|not supported|no text|unknown (?:grant_type|scope)|no number|an empty/;

/** Patches that remove one capability from the embedded provider. */
const checksOff: Readonly<Record<Capability, Patch>> = {
  credentials: dropRules((name) => [...noCredentials, ...anyToken, ...anyGrant].includes(name)),
  identity: dropRules((name) => [...anyToken, ...anyGrant].includes(name)),
  state: dropRules((name) => noMemory.includes(name)),
  validation: dropRules((name) => form.test(name)),
  errors: changeRejection((wire) => ({ ...wire, status: 418, text: '{"message":"no"}' })),
  logic: repeatFirst,
};

const projects = {
  credentials: 'instore-orders',
  identity: 'instore-orders',
  state: 'instore-orders',
  logic: 'wallet-agreements',
  validation: 'instore-orders',
  errors: 'instore-orders',
} as const satisfies Record<Capability, Endpoint>;

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

function dropRules(isDropped: (rule: string) => boolean): Patch {
  return (operation) => ({ ...operation, checks: operation.checks.filter(({ name }) => !isDropped(name)) });
}

/** Returns the body of the first success for every success. */
function repeatFirst(operation: Operation): Operation {
  let first: string | undefined;
  return {
    ...operation,
    wire: (wire, call) => {
      const sound = operation.wire(wire, call);
      if (sound.status >= 300) return sound;
      first ??= sound.text;
      return { ...sound, text: first };
    },
  };
}
