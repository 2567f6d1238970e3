import { expect, test } from '@playwright/test';
import { operations } from '#mock/operations';
import { startProvider } from '#mock/server';
import { variation } from '#mock/variations';
import { sha256 } from '#run/digest';
import type { Fault } from '../faults/fault.ts';
import { faults, withFaults } from '../faults/faults.ts';
import { collect, type Run } from '../matrix/runs.ts';

/** Two faults of one provider that violate different requirements. */
type Pair = readonly [one: Fault, other: Fault];

const MANY = 100;

test('a provider with two faults fails both of their requirements', async () => {
  test.setTimeout(1_800_000);
  const pairs = drawPairs(`${process.env.SEED ?? 1}`);
  const providers = await Promise.all(pairs.map(startPair));
  const runs = await collect(
    providers.map(({ target }) => target),
    { REQUEST_TIMEOUT: '5' },
  );
  await Promise.all(providers.map(({ close }) => close()));

  const unnamed = pairs.filter((pair) => pair.some(({ requirement }) => !isNamed(runs, pair, requirement)));
  const share = `${pairs.length - unnamed.length} of ${pairs.length} pairs: both requirements fail`;
  process.stdout.write(`${[share, ...unnamed.map(getName)].join('\n')}\n`);
  expect(unnamed.length).toBeLessThanOrEqual(MANY / 10);
});

/** Draws pairs of faults; the same seed draws the same pairs. */
function drawPairs(seed: string): Pair[] {
  const drawn = [...faults].sort((one, other) => (sha256(seed + one.name) < sha256(seed + other.name) ? -1 : 1));
  return drawn.slice(0, MANY).map((one, index): Pair => {
    const other = drawn.slice(MANY + index).find((found) => isIndependent([one, found]));
    if (!other) throw new Error(`No fault is left that is independent of ${one.name}.`);
    return [one, other];
  });
}

/** Returns true if two faults have different requirements and neither removes the rule that the other changes. */
function isIndependent(pair: Pair): boolean {
  const [one, other] = pair;
  if (one.requirement === other.requirement) return false;
  try {
    for (const { endpoint, build } of operations) withFaults(getName(pair))(build(variation(0)), endpoint);
    return true;
  } catch {
    return false;
  }
}

async function startPair(pair: Pair) {
  const { baseUrl, statesUrl, close } = await startProvider({ wrap: withFaults(getName(pair)), severalSets: true });
  const breaks = pair.map(({ requirement }) => requirement);
  return { target: { name: getName(pair), BASE_URL: baseUrl, PROVIDER_STATES_URL: statesUrl, breaks }, close };
}

function getName(pair: Pair): string {
  return pair.map(({ name }) => name).join(',');
}

function isNamed(runs: readonly Run[], pair: Pair, requirement: string): boolean {
  const own = runs.filter(({ target, outcome }) => target === getName(pair) && outcome === 'noticed');
  return own.some(({ requirements }) => requirements.includes(requirement));
}
