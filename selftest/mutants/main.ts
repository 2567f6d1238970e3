import { writeFileSync } from 'node:fs';
import { type Covering, coverage } from './coverage.ts';
import { hunt } from './hunt.ts';
import { sample } from './keys.ts';
import { programs } from './programs.ts';

const size = Number(process.env.MUTANTS ?? '240');
process.on('uncaughtException', () => {});
process.on('unhandledRejection', () => {});
const out: unknown[] = [];
for (const program of await programs()) {
  const t = Date.now();
  const covering: Covering = await coverage(program);
  const reached = program.mutants.filter(({ id }) => covering.has(id));
  console.log(program.name, program.mutants.length, 'mutants', reached.length, 'reached', Date.now() - t);
  const drawn = sample(reached, size);
  const found = await hunt(program, drawn, covering);
  console.log(
    found.dead.length,
    'do not start',
    found.noticed.length,
    'noticed',
    found.survivors.length,
    'survive',
    Date.now() - t,
  );
  out.push({ program: program.name, total: program.mutants.length, reached: reached.length, ...found });
  for (const { key } of found.survivors) console.log(key);
}
writeFileSync('/tmp/proof-look/mutants.json', JSON.stringify(out, null, 1));
process.exit(0);
