import { startProvider } from '#mock/server';
import { faults, withFaults } from '../faults/faults.ts';
import { expect, runProgram, runSuite, test, toTarget } from '../tools/fixtures.ts';

const step = Math.floor(faults.length / 30);
const unmade = /-(?:joined|hyphened|32-bits|decoded|again|second)$/; // ids that no line makes; what a wait or repeat shows
const drawn = faults.flatMap(({ name }, index) => (index % step === 3 && !unmade.test(name) ? [name] : []));

/** Starts a provider with all of these faults but those that change a rule which an earlier one has removed. */
async function startFaulty(names: readonly string[]) {
  const kept: string[] = [];
  for (const name of names) {
    const tried = startProvider({ wrap: withFaults([...kept, name].join()) });
    const started = await tried.catch(() => undefined);
    if (started) kept.push(name);
    await started?.close();
  }
  return startProvider({ wrap: withFaults(kept.join()) });
}

test('the commands printed for thirty faults, pasted into a fresh shell, get the same status', async ({ open }) => {
  test.setTimeout(1_800_000);
  const target = toTarget(await open(startFaulty(drawn)));
  const run = await runSuite({ ...target, TARGET: "partner's" });
  const failed = run.document().requirements.flatMap(({ id, cause }) => {
    const exchanges = cause?.kind === 'breach' ? cause.exchanges : [];
    return exchanges.slice(0, 1).map(({ status, reproduce = [] }) => ({ id, status, commands: reproduce.join('\n') }));
  });

  const pasted: { id: string; status: string }[] = [];
  for (const { id, commands } of failed) {
    const { stdout } = await runProgram('sh', ['-c', commands]);
    pasted.push({ id, status: [...stdout.matchAll(/^HTTP\/1\.1 (\d+)/gm)].at(-1)?.[1] ?? stdout });
  }

  expect(failed.length).toBeGreaterThan(20);
  expect(failed.filter(({ commands }) => /\[redacted|# set/.test(commands))).toEqual([]);
  expect(pasted).toEqual(failed.map(({ id, status }) => ({ id, status: String(status) })));
});
