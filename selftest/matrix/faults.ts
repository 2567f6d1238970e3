import { startProvider } from '#mock/server';
import type { NamedTarget } from '#run/settings/target';
import type { Fault } from '../faults/combinators.ts';
import { faults, withFaults } from '../faults/faults.ts';
import { EVERY_TEST } from './distribution.ts';
import { play } from './play.ts';

// Of a client: `npm run faults -- --client`.
if (process.argv.includes('--client')) {
  const { clientMatrix } = await import('../client/matrix.ts');
  process.exitCode = await clientMatrix();
} else await ofTheProvider();

/** Serves the embedded provider with each of its faults and runs the tests that should detect it. */
async function ofTheProvider(): Promise<void> {
  /** Number of faults that run with every test instead of only those of their requirement. */
  const whole = Number(process.env.WHOLE || 12);
  const step = Math.ceil(faults.length / Math.max(1, whole));
  const first = Number(process.env.SEED || 1) % step;
  const drawn = whole > 0 ? faults.filter((_, index) => index % step === first) : [];

  const providers = [
    ...(await Promise.all(faults.map((fault) => start(fault, fault.name, [fault.requirement])))),
    ...(await Promise.all(drawn.map((fault) => start(fault, `${fault.name}${EVERY_TEST}`)))),
  ];
  await play(
    providers.map(({ target }) => target),
    'faults-reporter.ts',
    { REQUEST_TIMEOUT: '2' },
  );
  await Promise.all(providers.map(({ close }) => close()));
}

async function start({ name: fault }: Fault, name: string, breaks?: readonly string[]) {
  // Like the provider of an embedded run, which gives several sets of a state in one response.
  const { baseUrl, statesUrl, close } = await startProvider({ wrap: withFaults(fault), severalSets: true });
  const where = { name, BASE_URL: baseUrl, PROVIDER_STATES_URL: statesUrl };
  const target: NamedTarget = breaks ? { ...where, breaks } : where;
  return { target, close };
}
