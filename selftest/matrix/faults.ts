import { groupByKey } from '#api/group-by-key';
import { rejectWrongWords } from '#cli/run';
import { startProvider } from '#mock/server';
import { settings } from '#run/context';
import type { NamedTarget } from '#run/settings/target';
import type { Fault } from '../faults/fault.ts';
import { faults, withFaults } from '../faults/faults.ts';
import { publishedFaults, publishedSection } from '../faults/published.ts';
import { assertedBy, collect, conclude, endIfWrong, listOwnFailures, type Run, toTable, writeSection } from './runs.ts';

/** Suffix of a target's name: a target with one fault that every test runs against. */
const EVERY_TEST = ' (every test)';

/** Maximum requirements that one fault may fail. */
const MOST = 6;

/** A fault with the tests of its requirement, and those that fail on it. */
type Tried = Fault & { readonly runs: readonly Run[]; readonly noticing: readonly Run[] };

// Of a client: `npm run faults -- --client`.
if (process.argv.includes('--client')) {
  const { clientMatrix } = await import('../client/matrix.ts');
  await clientMatrix();
} else await reportFaults(await runFaults());

/** Serves the embedded provider with each of its faults and runs the tests that should detect it. */
async function runFaults(): Promise<Run[]> {
  endIfWrong(() => rejectWrongWords(process.argv.slice(2), settings()));
  /** Number of faults that run with every test instead of only those of their requirement. */
  const whole = Number(process.env.WHOLE || 12);
  const step = Math.ceil(faults.length / Math.max(1, whole));
  const first = Number(process.env.SEED || 1) % step;
  const drawn = whole > 0 ? faults.filter((_, index) => index % step === first) : [];

  const providers = await Promise.all([
    ...faults.map((fault) => start(fault, fault.name, [fault.requirement])),
    ...drawn.map((fault) => start(fault, `${fault.name}${EVERY_TEST}`)),
  ]);
  const targets = providers.map(({ target }) => target);
  const runs = await collect(targets, { REQUEST_TIMEOUT: '2' });
  await Promise.all(providers.map(({ close }) => close()));
  return runs;
}

async function start({ name: fault }: Fault, name: string, breaks?: readonly string[]) {
  // Like the provider of an embedded run, which gives several sets of a state in one response.
  const { baseUrl, statesUrl, close } = await startProvider({ wrap: withFaults(fault), severalSets: true });
  const target: NamedTarget = { name, BASE_URL: baseUrl, PROVIDER_STATES_URL: statesUrl, ...(breaks && { breaks }) };
  return { target, close };
}

/** Prints undetected faults and tests that detected none; writes the whole table to docs/faults.md. */
async function reportFaults(all: readonly Run[]): Promise<void> {
  const getRuns = groupByKey(all, ({ target }) => target);
  const tried = faults.map((fault): Tried => {
    const runs = getRuns.get(fault.name) ?? [];
    return { ...fault, runs, noticing: runs.filter(({ outcome }) => outcome === 'noticed') };
  });
  const met = tried.filter(({ runs }) => runs.length > 0);
  const noticed = met.filter(({ noticing }) => noticing.length > 0);
  const tests = new Set(noticed.flatMap(({ noticing }) => noticing.map(({ test }) => test)));
  process.stdout.write(`${noticed.length} of ${met.length} faults noticed\n`);
  const spread = listSpread(getRuns);
  const counts = spread.map(({ ids }) => ids.length).sort((one, other) => one - other);
  process.stdout.write(`${counts.length} faults with every test fail ${counts.join(', ') || 'no'} requirements\n`);
  if (publishedFaults.every(({ name }) => getRuns.has(name)))
    await writeSection('npm run faults -- -g published-', publishedSection(new Set(noticed.map(({ name }) => name))));
  const isWhole = met.length === faults.length;
  if (isWhole) await writeSection('npm run faults', toPage(tried, tests.size));
  const findings = [
    ...met.flatMap((row) => (row.noticing.length > 0 ? [] : [`${row.name} is not noticed by ${row.requirement}`])),
    ...spread
      .filter(({ ids }) => ids.length > MOST || (isWhole && ids.length === 0))
      .map(({ fault, ids }) => `${fault} fails ${ids.join(', ') || 'nothing'} among all tests`),
    ...[...listJudged(tried)].flatMap((test) => (tests.has(test) ? [] : [`${test} notices no fault`])),
  ];
  conclude(findings, noticed.length);
}

/** Returns the tests to judge: those of requirements whose faults all ran. */
function listJudged(tried: readonly Tried[]): Set<string> {
  const partial = new Set(tried.filter(({ runs }) => runs.length === 0).map(({ requirement }) => requirement));
  const whole = tried.filter(({ requirement }) => !partial.has(requirement));
  return new Set(whole.flatMap(({ runs }) => runs.map(({ test }) => test)));
}

/** Returns the requirements that fail for each fault with every test: one fault is one root cause. */
function listSpread(getRuns: ReadonlyMap<string, readonly Run[]>) {
  const whole = [...getRuns].filter(([target]) => target.endsWith(EVERY_TEST));
  return whole.map(([target, runs]) => ({
    fault: target.slice(0, -EVERY_TEST.length),
    ids: [...new Set(listOwnFailures(runs).flatMap(assertedBy))].sort(),
  }));
}

function toPage(tried: readonly Tried[], noticing: number): string {
  const rows = tried.map((row) => {
    const seconds = row.runs.reduce((sum, run) => sum + run.seconds, 0);
    const share = `${row.noticing.length} of ${row.runs.length}`;
    return [row.name, row.description, row.requirement, share, seconds.toFixed(1)];
  });
  return [
    `Each row is one small fault of the embedded provider (\`npm run faults -- --grep <name>\`), the requirement that it violates, how many of the tests of that requirement fail on it, and the seconds that they took. A fault counts as noticed only by that requirement. Made by \`npm run faults\`; not written by hand.`,
    `${faults.length} faults; ${noticing} tests noticed at least one.`,
    toTable(['fault', 'what is wrong', 'requirement', 'tests that fail', 'seconds'], rows),
  ].join('\n\n');
}
