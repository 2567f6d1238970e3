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

const hunted: Hunted[] = [];
for (const program of await programs()) {
  const covering = await coverage(program);
  const reached = program.mutants.filter(({ id }) => covering.has(id));
  hunted.push({
    program,
    reached: reached.length,
    ...(await hunt(program, sample(reached, size), covering)),
  });
}
await writeSection('node --import tsx selftest/mutants/main.ts', mutantsPage(hunted));
const findings = hunted.flatMap((one) => unclassed(one).map((key) => `nobody has looked at ${key}`));
const { status } = conclude(
  findings,
  hunted.reduce((sum, { noticed }) => sum + noticed.length, 0),
);
process.exit(status === 'passed' ? 0 : 1);
