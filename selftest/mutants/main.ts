import { groupByKey } from '#api/group-by-key';
import { sha256 } from '#run/digest';
import { collect, conclude, toTable, writeSection } from '../matrix/runs.ts';
import { type Covering, coverage } from './coverage.ts';
import { type Mutant, type Program, programs } from './programs.ts';
import survivors from './survivors.json' with { type: 'json' };

type Found = Awaited<ReturnType<typeof hunt>>;
type Suspect = Awaited<ReturnType<typeof suspect>>[number];

/** Requirements per round and their DEPTH: most mutants are detected early. Survivors with a reason are left out of the last. */
const rounds = [
  { count: 6, DEPTH: 'smoke' },
  { count: 24, DEPTH: 'smoke' },
  { count: Number.POSITIVE_INFINITY, DEPTH: 'standard' },
];

/** Short timeouts and more workers for mutants that do not respond. */
const patience = { REQUEST_TIMEOUT: '10', MATRIX_WORKERS: '4' };

/** Number of hits after which a mutant throws, because it is in an endless loop. */
const hitLimit = 5_000_000;

/** Runs the tests that reach each mutant of a sample until one fails. A mutant may never close: it ends with the process. */
async function hunt(program: Program) {
  const covering = await coverage(program);
  const reached = program.mutants.filter(({ id }) => covering.has(id));
  const drawn = sample(reached, size);
  const suspects = (await Promise.all(drawn.map((mutant) => suspect(program, mutant, covering)))).flat();
  let left = suspects;
  for (const round of rounds) {
    const isAsked = ({ mutant }: Suspect) => round.DEPTH === 'smoke' || findVerdict(mutant) === undefined;
    left = [...left.filter((one) => !isAsked(one)), ...(await ask(left.filter(isAsked), round))];
    process.stderr.write(`${left.length} of ${drawn.length} left\n`);
  }
  const dead = drawn.length - suspects.length;
  return { program, reached: reached.length, drawn, dead, survivors: left.map(({ mutant }) => mutant) };
}

/** Serves a mutant; returns nothing if it does not start. */
async function suspect(program: Program, mutant: Mutant, covering: Covering) {
  try {
    const served = await program.start({ activeMutant: mutant.id, hitCount: 0, hitLimit });
    return [{ mutant, served, left: spread(covering.get(mutant.id) ?? []) }];
  } catch {
    return [];
  }
}

/** Returns the suspects that pass every test of the next `count` requirements. */
async function ask(suspects: readonly Suspect[], { count, DEPTH }: (typeof rounds)[number]): Promise<Suspect[]> {
  const targets = suspects
    .map(({ mutant, served, left }) => ({ name: mutant.id, breaks: left.slice(0, count), ...served.target }))
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

/** Draws mutants by their keys: the same ones again as long as their own text is unchanged. */
function sample(mutants: readonly Mutant[], count: number): Mutant[] {
  const lots = new Map(mutants.map((mutant) => [mutant, sha256(mutant.key)]));
  return mutants.toSorted((a, b) => ((lots.get(a) ?? '') < (lots.get(b) ?? '') ? -1 : 1)).slice(0, count);
}

const heads = ['provider', 'mutants', 'reached', 'sampled', 'do not start', 'noticed'];
const kinds = ['equivalent', 'silent', 'missed', undefined] as const;

/** Returns the survivors of a kind with the reason why no test detects them; without a kind those without a verdict. */
function listOfKind({ survivors: alive }: Found, kind: (typeof kinds)[number]): [key: string, because: string][] {
  return alive.flatMap((mutant) => {
    const verdict = findVerdict(mutant);
    return verdict?.kind === kind ? [[mutant.key, verdict?.because ?? '']] : [];
  });
}

function findVerdict({ key }: Mutant) {
  return survivors.find(({ mutants }) =>
    mutants.some((known) => (known.startsWith('/') ? new RegExp(known.slice(1, -1)).test(key) : known === key)),
  );
}

/** Returns the section of docs/faults.md. */
function toPage(found: readonly Found[]): string {
  const rows = found.map((one) => [
    ...[one.program.name, one.program.mutants.length, one.reached, one.drawn.length, one.dead],
    one.drawn.length - one.dead - one.survivors.length,
    ...kinds.map((kind) => listOfKind(one, kind).length),
  ]);
  const missed = found.flatMap((one) => listOfKind(one, 'missed'));
  const quoted = missed.map(([key, because]) => [`\`${key.replaceAll('|', '\\|')}\``, because]);
  return [
    'Stryker mutates the sources of both providers. A sample of the mutants that a test reaches is drawn by their text, and the tests that reach a mutant run against it. A survivor is equivalent, or the reference does not say, or a test is missing.',
    toTable(
      [...heads, ...kinds.map((kind) => kind ?? 'no verdict')],
      rows.map((row) => row.map(String)),
    ),
    ...(missed.length === 0 ? [] : ['Missed:', toTable(['mutant', 'why'], quoted)]),
  ].join('\n\n');
}

// Serves mutants of both providers and lists those that no test detects; MUTANTS is the number for each.
const size = Number(process.env.MUTANTS ?? '210');
// A mutant's uncaught error is ignored: the request gets no response.
process.on('uncaughtException', () => {});
process.on('unhandledRejection', () => {});

try {
  const found: Found[] = [];
  for (const program of await programs()) found.push(await hunt(program));
  await writeSection('node --import tsx selftest/mutants/main.ts', toPage(found));
  const findings = found.flatMap((one) => listOfKind(one, undefined).map(([key]) => `no verdict on ${key}`));
  const noticed = found.reduce((sum, one) => sum + one.drawn.length - one.dead - one.survivors.length, 0);
  conclude(findings, noticed);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
// Mutants that never close are still being served.
process.exit();
