import { conclude } from '../matrix/runs.ts';
import { writeSection } from '../matrix/section.ts';
import { coverage } from './coverage.ts';
import { hunt } from './hunt.ts';
import { sample } from './keys.ts';
import { type Hunted, mutantsPage, unclassed } from './page.ts';
import { programs } from './programs.ts';

// Serves mutants of both providers and says which of them no test notices; MUTANTS is how many of each.
const size = Number(process.env.MUTANTS ?? '210');
// What a mutant throws past its server is its own affair: the request goes without an answer.
process.on('uncaughtException', () => {});
process.on('unhandledRejection', () => {});

try {
  process.exitCode = await huntAll();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
// The mutants that never close are still served.
process.exit();

/** Hunts in both programs and writes what came of it into docs/faults.md; returns the exit code. */
async function huntAll(): Promise<number> {
  const hunted: Hunted[] = [];
  for (const program of await programs()) {
    const covering = await coverage(program);
    const reached = program.mutants.filter(({ id }) => covering.has(id));
    const found = await hunt(program, sample(reached, size), covering);
    hunted.push({ program, reached: reached.length, ...found });
  }
  await writeSection('node --import tsx selftest/mutants/main.ts', mutantsPage(hunted));
  const findings = hunted.flatMap((one) => unclassed(one).map((key) => `nobody has looked at ${key}`));
  const noticed = hunted.reduce((sum, one) => sum + one.noticed.length, 0);
  return conclude(findings, noticed).status === 'passed' ? 0 : 1;
}
