import { groupByKey } from '#api/group-by-key';
import { collect } from '../matrix/play.ts';
import type { Covering } from './coverage.ts';
import type { Mutant } from './keys.ts';
import type { Program, Served } from './programs.ts';

/** Describes what the mutants of a sample came to. */
export interface Found {
  /** Those of which no copy starts: nobody would ship them. */
  readonly dead: readonly Mutant[];
  readonly noticed: readonly Mutant[];
  readonly survivors: readonly Mutant[];
}

interface Suspect {
  readonly mutant: Mutant;
  readonly served: Served;
  /** The requirements of which no test has been run on it yet. */
  readonly left: readonly string[];
}

/** Counts how many requirements are asked in a round, and how thoroughly: most mutants are noticed at once, few are left for the end. */
const rounds = [
  { count: 6, DEPTH: 'smoke' },
  { count: 24, DEPTH: 'smoke' },
  { count: Number.POSITIVE_INFINITY, DEPTH: 'standard' },
];

/** Mutants that do not answer are waited for by several at once. */
const patience = { REQUEST_TIMEOUT: '10', MATRIX_WORKERS: '4' };

/** A mutant in a loop that never ends throws when it was met so often. */
const hitLimit = 5_000_000;

/**
 * Serves each mutant and runs the tests that reach it, until one does not pass. A mutant may never close, so none is asked
 * to: they end with the process.
 */
export async function hunt(program: Program, drawn: readonly Mutant[], covering: Covering): Promise<Found> {
  const started = await Promise.all(drawn.map((mutant) => suspect(program, mutant, covering)));
  const suspects = started.filter((one) => one !== undefined);
  let left = suspects;
  for (const round of rounds) {
    left = await ask(left, round);
    process.stderr.write(`${left.length} of ${drawn.length} left\n`);
  }
  const alive = new Set(suspects.map(({ mutant }) => mutant));
  const survivors = left.map(({ mutant }) => mutant);
  return {
    dead: drawn.filter((mutant) => !alive.has(mutant)),
    noticed: [...alive].filter((mutant) => !survivors.includes(mutant)),
    survivors,
  };
}

async function suspect(program: Program, mutant: Mutant, covering: Covering): Promise<Suspect | undefined> {
  try {
    const served = await program.start({ activeMutant: mutant.id, hitCount: 0, hitLimit });
    return { mutant, served, left: spread(covering.get(mutant.id) ?? []) };
  } catch {
    return undefined;
  }
}

/** The suspects on which every test of so many more requirements passes. */
async function ask(suspects: readonly Suspect[], { count, DEPTH }: (typeof rounds)[number]): Promise<Suspect[]> {
  const targets = suspects
    .map(({ mutant, served, left }) => ({
      name: mutant.id,
      breaks: left.slice(0, count),
      ...served.target,
    }))
    .filter(({ breaks }) => breaks.length > 0);
  if (targets.length === 0) return [...suspects];
  const runs = await collect(targets, { ...patience, DEPTH });
  const noticed = new Set(runs.filter(({ outcome }) => outcome !== 'passed').map(({ target }) => target));
  return suspects
    .filter(({ mutant }) => !noticed.has(mutant.id))
    .map((one) => ({ ...one, left: one.left.slice(count) }));
}

/** The first requirement of each operation, then the second of each: acceptances come before rejections. */
function spread(requirements: readonly string[]): string[] {
  const places = [...groupByKey(requirements, (id) => id.slice(0, 3)).values()];
  const rank = new Map(places.flatMap((ids) => ids.map((id, index) => [id, index] as const)));
  return requirements.toSorted((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
}
