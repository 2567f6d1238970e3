import { groupByKey } from '#api/group-by-key';
import { register } from '#api/register';
import { collect } from '../matrix/runs.ts';
import type { Mutant, Program, Switchboard } from './programs.ts';

/** The requirements whose tests reach each mutant. */
export type Covering = ReadonlyMap<string, readonly string[]>;

/** An unchanged copy for the tests of one requirement, and the hits of each mutant while it was loaded. */
type Copy = Awaited<ReturnType<typeof copyFor>>;

const asserted = register.filter(({ level, endpoint }) => level !== 'question' && endpoint !== 'service');

/** Returns the mutants that the tests of each requirement reach on an unchanged copy, if they pass there. */
export async function coverage(program: Program): Promise<Covering> {
  const copies = await Promise.all(asserted.map(({ id }) => copyFor(program, id)));
  const targets = copies.map(({ requirement: name, served }) => ({ name, breaks: [name], ...served.target }));
  const runs = await collect(targets, { DEPTH: 'smoke' });
  await Promise.all(copies.map(({ served }) => served.close()));
  const notPassed = runs.filter(({ outcome }) => outcome !== 'passed');
  const wrong = notPassed.filter(({ outcome, levels }) => outcome === 'noticed' && levels.includes('must'));
  if (wrong.length > 0)
    throw new Error(`The ${program.name} does not pass unchanged: ${wrong.map(({ test }) => test)}`);
  const unfit = new Set(notPassed.map(({ target }) => target));
  const fit = copies.filter(({ requirement }) => !unfit.has(requirement));
  return byMutant(program.mutants, fit);
}

async function copyFor(program: Program, requirement: string) {
  const switchboard: Switchboard = {};
  const served = await program.start(switchboard);
  return { requirement, switchboard, served, loading: { ...hits(switchboard) } };
}

function hits({ mutantCoverage }: Switchboard): Readonly<Record<string, number>> {
  return mutantCoverage?.static ?? {};
}

/** Returns the requirements by mutant. One that is hit only at load time gets those of the file's other mutants. */
function byMutant(mutants: readonly Mutant[], copies: readonly Copy[]): Covering {
  const rows = mutants.map((mutant) => ({ mutant, reaching: copies.filter((copy) => reaches(copy, mutant)) }));
  const ofFile = groupByKey(rows, ({ mutant }) => getFile(mutant));
  return new Map(
    rows.flatMap(({ mutant, reaching }) => {
      const isLoaded = copies.some(({ loading }) => mutant.id in loading);
      const file = ofFile.get(getFile(mutant)) ?? [];
      const all = reaching.length > 0 || !isLoaded ? reaching : file.flatMap((row) => row.reaching);
      const ids = copies.filter((copy) => all.includes(copy)).map(({ requirement }) => requirement);
      return ids.length > 0 ? [[mutant.id, ids] as const] : [];
    }),
  );
}

function getFile({ key }: Mutant): string {
  return key.slice(0, key.indexOf(': '));
}

function reaches({ switchboard, loading }: Copy, { id }: Mutant): boolean {
  return (hits(switchboard)[id] ?? 0) > (loading[id] ?? 0);
}
