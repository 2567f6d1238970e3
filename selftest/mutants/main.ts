import { createHash } from 'node:crypto';
import { markdownTable } from 'markdown-table';
import { groupByKey } from '#api/group-by-key';
import { collect, conclude, writeSection } from '../matrix/runs.ts';
import { type Covering, coverage } from './coverage.ts';
import type { Mutant } from './instrument.ts';
import { type Program, programs, type Served } from './programs.ts';
import survivors from './survivors.json' with { type: 'json' };

interface Found {
  /** Mutants that do not start: no one would ship them. */
  readonly dead: readonly Mutant[];
  readonly noticed: readonly Mutant[];
  readonly survivors: readonly Mutant[];
}

interface Suspect {
  readonly mutant: Mutant;
  readonly served: Served;
  /** The requirements with tests that have not run on it yet. */
  readonly left: readonly string[];
}

/** Requirements per round and their DEPTH: most mutants are detected early, few are left for the end. */
const rounds = [
  { count: 6, DEPTH: 'smoke' },
  { count: 24, DEPTH: 'smoke' },
  { count: Number.POSITIVE_INFINITY, DEPTH: 'standard' },
];

/** Short timeouts and more workers for mutants that do not respond. */
const patience = { REQUEST_TIMEOUT: '10', MATRIX_WORKERS: '4' };

/** Number of hits after which a mutant throws, because it is in an endless loop. */
const hitLimit = 5_000_000;

/**
 * Serves each mutant and runs the tests that reach it until one fails. A mutant may never close, so it ends with the
 * process.
 */
async function hunt(program: Program, drawn: readonly Mutant[], covering: Covering): Promise<Found> {
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

/** Returns the suspects that pass every test of the next `count` requirements. */
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

/** Sorts requirements: the first of each operation, then the second of each. Acceptances come before rejections. */
function spread(requirements: readonly string[]): string[] {
  const places = [...groupByKey(requirements, (id) => id.slice(0, 3)).values()];
  const rank = new Map(places.flatMap((ids) => ids.map((id, index) => [id, index] as const)));
  return requirements.toSorted((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
}

/** Returns the reason why no test detects a survivor: equivalent, silent reference, or a missing test. */
function getVerdict(key: string): (typeof survivors)[number] | undefined {
  return survivors.find(({ mutants }) =>
    mutants.some((known) => (known.startsWith('/') ? new RegExp(known.slice(1, -1)).test(key) : known === key)),
  );
}

/** Draws mutants by their keys: the same ones again as long as their own text is unchanged. */
function sample(mutants: readonly Mutant[], size: number): Mutant[] {
  const drawn = mutants.map((mutant) => ({
    mutant,
    lot: createHash('sha256').update(mutant.key).digest('hex'),
  }));
  drawn.sort((a, b) => (a.lot < b.lot ? -1 : 1));
  return drawn.slice(0, size).map(({ mutant }) => mutant);
}

interface Hunted extends Found {
  readonly program: Program;
  /** Number of its mutants that any test reaches. */
  readonly reached: number;
}

const kinds = ['equivalent', 'silent', 'missed'] as const;

/** Returns the section of docs/faults.md. */
function mutantsPage(hunted: readonly Hunted[]): string {
  const rows = hunted.map((one) => [
    one.program.name,
    one.program.mutants.length,
    one.reached,
    one.dead.length + one.noticed.length + one.survivors.length,
    one.dead.length,
    one.noticed.length,
    ...kinds.map((kind) => of(one, kind).length),
    unclassed(one).length,
  ]);
  const missed = hunted.flatMap((one) => of(one, 'missed'));
  return [
    'Stryker mutates the sources of both providers. A sample of the mutants that a test reaches is drawn by their text, and the tests that reach a mutant run against it. A survivor is equivalent, or the reference does not say, or a test is missing.',
    table([
      ['provider', 'mutants', 'reached', 'sampled', 'do not start', 'noticed', ...kinds, 'no verdict'],
      ...rows.map((row) => row.map(String)),
    ]),
    ...(missed.length === 0 ? [] : ['Missed:', table([['mutant', 'why'], ...missed])]),
  ].join('\n\n');
}

/** Returns the survivors without a verdict. */
function unclassed({ survivors }: Found): string[] {
  return survivors.map(({ key }) => key).filter((key) => getVerdict(key) === undefined);
}

function of({ survivors }: Found, kind: (typeof kinds)[number]): [string, string][] {
  return survivors.flatMap(({ key }) => {
    const verdict = getVerdict(key);
    return verdict?.kind === kind ? [[`\`${key.replaceAll('|', '\\|')}\``, verdict.because]] : [];
  });
}

function table(rows: string[][]): string {
  return markdownTable(rows, { alignDelimiters: false });
}

// Serves mutants of both providers and lists those that no test detects; MUTANTS is the number for each.
const size = Number(process.env.MUTANTS ?? '210');
// A mutant's uncaught error is ignored: the request gets no response.
process.on('uncaughtException', () => {});
process.on('unhandledRejection', () => {});

try {
  await huntAll();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
// Mutants that never close are still being served.
process.exit();

/** Tests mutants of both programs and writes the results to docs/faults.md. */
async function huntAll(): Promise<void> {
  const hunted: Hunted[] = [];
  for (const program of await programs()) {
    const covering = await coverage(program);
    const reached = program.mutants.filter(({ id }) => covering.has(id));
    const found = await hunt(program, sample(reached, size), covering);
    hunted.push({ program, reached: reached.length, ...found });
  }
  await writeSection('node --import tsx selftest/mutants/main.ts', mutantsPage(hunted));
  const findings = hunted.flatMap((one) => unclassed(one).map((key) => `no verdict on ${key}`));
  const noticed = hunted.reduce((sum, one) => sum + one.noticed.length, 0);
  conclude(findings, noticed);
}
