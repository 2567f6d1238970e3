import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { groupByKey } from '#api/group-by-key';
import { endIfWrong, readOptions, toTable, writeSection } from '../matrix/runs.ts';
import { ownFolder, runProgram } from '../tools/fixtures.ts';
import { type Seen, startFront } from '../tools/front.ts';

/** The seconds that a command and its child processes took. */
interface Cost {
  readonly wall: number;
  readonly processor: number;
}

interface Served extends Cost {
  /** Seconds from the start of the command to its first request. */
  readonly toFirst: number;
  readonly requests: readonly Seen[];
}

type Variables = Readonly<Record<string, string>>;

/** Runs the suite of a checkout against an external provider, whose responses may be changed or delayed. */
async function servedRun(
  folder: string,
  { milliseconds = 0, isFailing = false, words = [] as readonly string[], variables = {} as Variables } = {},
): Promise<Served> {
  let first = Number.NaN;
  const front = await startFront({
    severalSets: true,
    change: async ({ path: where }, response) => {
      if (Number.isNaN(first)) first = performance.now();
      if (milliseconds > 0) await pause(milliseconds);
      return isFailing && !where.startsWith('/_states') ? { status: 500, text: '' } : response;
    },
  });
  const started = performance.now();
  const cost = await suiteRun(folder, { ...front.target, ...variables }, words);
  await front.close();
  return { ...cost, toFirst: (first - started) / 1000, requests: front.seen };
}

/** Runs the suite as its users do, into a new folder. The shell prints the processor time of all child processes. */
async function suiteRun(folder: string, variables: Variables = {}, words: readonly string[] = []): Promise<Cost> {
  const script = 'npm run -s conformance -- "$@" >/dev/null 2>&1; times';
  const started = performance.now();
  const own = { REPORTS_DIR: ownFolder('bench'), SEED: '1', ...variables };
  const { stdout } = await runProgram('sh', ['-c', script, 'sh', ...words], own, folder);
  const [, ofChildren = ''] = stdout.split('\n'); // such as 1m2.5s 0m0.5s
  const times = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)];
  const processor = times.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
  return { wall: (performance.now() - started) / 1000, processor };
}

const oneTest = ['--project=instore-orders', '--grep=@ORD-11'];
const usage = 'npm run bench -- [--against=<folder of another checkout>] [--rounds=3] [--repeated] [--write]';
const { against, ...options } = readOptions(
  {
    against: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    repeated: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
  usage,
);
const rounds = endIfWrong(() => {
  if (/^[1-9]\d?$/.test(options.rounds)) return Number(options.rounds);
  throw new Error(`--rounds is "${options.rounds}". Use: ${usage}.`);
});
await (options.repeated ? printRepeated() : measure());

/** Prints the requests of a whole run that are equal but for ids, tokens, codes and tags, the most frequent first. */
async function printRepeated(): Promise<void> {
  const issued = /APP_USR-[\w-]+|TEST-[\w-]+|TG-[\w-]+|conformance-[\w-]+|[0-9a-f]{8}-[\w-]{27}|[0-9a-f]{16,}|\d{4,}/gi;
  const { requests } = await servedRun('.');
  const equal = groupByKey(requests, ({ method, path, body }) => `${method} ${path} ${body}`.replace(issued, '…'));
  for (const [request, { length }] of [...equal].sort(([, one], [, other]) => other.length - one.length))
    if (length > 1) process.stdout.write(`${String(length).padStart(5)}  ${request.slice(0, 200)}\n`);
}

async function measure(): Promise<void> {
  const folders = ['.', ...(against === undefined ? [] : [against])];
  const wholes = await inRounds(folders, (folder) => suiteRun(folder));
  const firsts = await inRounds(folders, (folder) => servedRun(folder, { words: oneTest }));
  const once = await inTurn(folders, measureOnce);
  const whole = (of: (cost: Cost) => number) => columns(wholes.map((costs) => costs.map(of)));
  const getFigures = (name: keyof (typeof once)[number]) => once.map((figures) => [figures[name]]);
  const single = (name: keyof (typeof once)[number], digits = 0) => columns(getFigures(name), digits);
  const table = toTable(
    ['', 'this', ...(against === undefined ? [] : ['other', 'ratio, round by round'])],
    [
      ['whole embedded run, seconds', ...whole(({ wall }) => wall)],
      ['whole embedded run, seconds of processor time', ...whole(({ processor }) => processor)],
      ['requests of a whole run', ...single('requests')],
      ['of them for provider states', ...single('states')],
      ['one test: seconds to the first request', ...columns(firsts.map((runs) => runs.map(({ toFirst }) => toFirst)))],
      ['all tests fail / none fails, processor time', ...single('failing', 2)],
      ['responses 150 ms late, seconds', ...single('slow', 1)],
    ],
  );
  const [{ model } = { model: 'unknown' }] = cpus();
  const facts = `Medians of ${rounds} rounds; Node ${process.versions.node}, ${cpus().length} cores (${model}).`;
  process.stdout.write(`${facts}\n\n${table}\n`);
  if (options.write) await writeSection('npm run bench', `${facts}\n\n${table}`, 'docs/performance.md');
}

/** Returns the figures that are measured once per checkout. */
async function measureOnce(folder: string) {
  const variables = { WORKERS: '2' };
  const clean = await servedRun(folder, { variables });
  const failed = await servedRun(folder, { variables, isFailing: true });
  const slow = await servedRun(folder, { milliseconds: 150 });
  return {
    requests: clean.requests.length,
    states: clean.requests.filter(({ path }) => path.startsWith('/_states')).length,
    failing: failed.processor / clean.processor,
    slow: slow.wall,
  };
}

/** Measures the checkouts in turn, round by round, so that a busy minute of the machine affects all of them. */
async function inRounds<T>(folders: readonly string[], run: (folder: string) => Promise<T>): Promise<T[][]> {
  const found: T[][] = folders.map(() => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, result] of (await inTurn(folders, run)).entries()) found[index]?.push(result);
  return found;
}

async function inTurn<T>(folders: readonly string[], run: (folder: string) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (const folder of folders) results.push(await run(folder));
  return results;
}

/** Returns the median of each checkout and, for two, the median of their ratios. */
function columns([own = [], other]: readonly (readonly number[])[], digits = 1): string[] {
  const mine = median(own).toFixed(digits);
  if (other === undefined) return [mine];
  const ratios = own.map((value, round) => value / (other[round] ?? Number.NaN));
  return [mine, median(other).toFixed(digits), median(ratios).toFixed(2)];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
