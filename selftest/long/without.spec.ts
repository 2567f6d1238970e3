import { type Capability, capabilityNames } from '#api/requirement';
import type { Operation } from '#mock/operation';
import { startProvider } from '#mock/server';
import type { Patch } from '../faults/fault.ts';
import { changeError } from '../faults/successes.ts';
import { nullServers, startNullServer } from '../matrix/null-servers.ts';
import { expect, runSuite, test, toTarget } from '../tools/fixtures.ts';

const anyToken = ['a token that was never issued', 'a token past its lifetime', 'a test token outside the sandbox'];

/** Patches that remove one capability from the embedded provider. */
const checksOff: Readonly<Record<Capability, Patch>> = {
  credentials: dropRules('no token', 'a scheme that is not Bearer', ...anyToken),
  identity: dropRules(...anyToken),
  state: dropRules('a token past its lifetime'),
  validation: dropRules('a user_id that is no number', 'an empty external_pos_id'),
  errors: changeError((wire) => ({ ...wire, status: 418, text: '{"message":"no"}' })),
  logic: repeatFirst,
};

for (const capability of capabilityNames)
  test(`a provider without ${capability} fails, and with WITHOUT=${capability} nothing of it does`, async ({
    open,
  }) => {
    const target = { STRICT: '1', ...toTarget(await open(startProvider({ wrap: checksOff[capability] }))) };
    const some = ['wallet-agreements', 'test-users', 'instore-orders'].map((name) => `--project=${name}`);

    const silent = await runSuite(target, ...some);
    const run = await runSuite({ ...target, WITHOUT: capability }, ...(capability === 'logic' ? some : []));

    expect([silent.code, silent.document().verdict]).toEqual([1, 'NON-CONFORMANT']);
    expect([run.code, run.document().verdict]).toEqual([0, 'INCOMPLETE']);
    expect(run.document().counts.must.passed).toBeGreaterThan(2);
    expect(run.output).toContain(`not exercised: switched off by WITHOUT=${capability}`);
  });

test('a server that accepts everything passes no must, whatever WITHOUT lists', async ({ open }) => {
  const { statesUrl: PROVIDER_STATES_URL } = await open(startProvider());
  const { url: BASE_URL } = await open(startNullServer(nullServers['a success of each operation']));

  const run = await runSuite({ WITHOUT: capabilityNames.join(','), BASE_URL, PROVIDER_STATES_URL });

  const { verdict, counts } = run.document();
  expect([verdict, counts.must.passed, counts.must.failed]).toEqual(['INCOMPLETE', 0, 0]);
  expect(run.prose).toContain('invalid requests also succeed, so success proves nothing');
});

function dropRules(...names: string[]): Patch {
  return (operation) => ({ ...operation, checks: operation.checks.filter(({ name }) => !names.includes(name)) });
}

/** Returns the body of the first success for every success. */
function repeatFirst(operation: Operation): Operation {
  let first: string | undefined;
  return {
    ...operation,
    wire: (wire, call) => {
      const sound = operation.wire?.(wire, call) ?? wire;
      if (sound.status >= 300) return sound;
      first ??= sound.text;
      return { ...sound, text: first };
    },
  };
}
