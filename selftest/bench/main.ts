import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { markdownTable } from 'markdown-table';
import writeFileAtomic from 'write-file-atomic';
import { endpoints } from '#api/operations';
import { listTests } from '../docs/listed-tests.ts';
import { failingRun, faultyRun, floorRun, recordedRun, replayRun, slowRun, suiteRun } from './measures.ts';
import { spread } from './numbers.ts';
import type { Cost } from './process.ts';
import { ratios } from './ratios.ts';
import type { Round } from './round.ts';
import { throughputOf } from './throughput.ts';

const PAGE = 'docs/performance.md';
const MARKS = { begin: '<!-- measured -->', end: '<!-- end of what was measured -->' } as const;
const preferences = '--project=checkout-preferences';
const seeds = (SEEDS: string) => suiteRun({ SEEDS }, '--grep=@PRF-22');

/** Every round runs everything once, one after the other, so that a busy minute of the machine meets all of it alike. */
async function round(tests: number, seeds2000: Cost): Promise<Round> {
  const { file, requests, toFirst } = await recordedRun();
  return {
    requests,
    toFirst,
    whole: await suiteRun(),
    oneWorker: await suiteRun({ WORKERS: '1' }),
    faulty: await faultyRun(),
    failing: await failingRun(),
    confirmed: await failingRun('1'),
    slow: await slowRun(),
    floor: await floorRun(tests),
    floorInProjects: await floorRun(tests, endpoints.length),
    floorOfOne: await floorRun(1),
    replay: await replayRun(file),
    smoke: await suiteRun({ DEPTH: 'smoke' }, preferences),
    full: await suiteRun({ DEPTH: 'full' }, preferences),
    seeds2: await seeds('2'),
    seeds20: await seeds('20'),
    seeds200: await seeds('200'),
    seeds2000,
    http: await throughputOf('bare node:http'),
    fastify: await throughputOf('bare Fastify'),
    mock: await throughputOf('mock'),
    proxy: await throughputOf('bare proxy'),
    gate: await throughputOf('gate'),
  };
}

try {
  const wanted = roundsIn(process.env.ROUNDS || '3');
  const tests = (await listTests()).length;
  const most = await seeds('2000');
  const rounds: Round[] = [];
  while (rounds.length < wanted) {
    rounds.push(await round(tests, most));
    console.log(`Round ${rounds.length} of ${wanted}.\n\n${tableOf(tests, rounds)}`);
  }
  writeTable(tableOf(tests, rounds));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function roundsIn(text: string): number {
  const parsed = Number(text);
  if (/^[1-9]\d{0,3}$/.test(text)) return parsed;
  throw new Error(`ROUNDS is ${JSON.stringify(text)}: set it to a whole number from 1 up.`);
}

/** What the rounds so far gave. */
function tableOf(tests: number, rounds: readonly Round[]): string {
  const rows = ratios.map(({ what, of, digits }) => [what, spread(rounds.map(of), digits)]);
  const [{ model } = { model: 'unknown' }] = cpus();
  return [
    `${tests} tests, ${rounds[0]?.requests} requests; ROUNDS=${rounds.length}; Node ${process.versions.node}, ${cpus().length} cores (${model}).`,
    '',
    markdownTable([['', 'median (least to most)'], ...rows], { alignDelimiters: false }),
    '',
  ].join('\n');
}

/** Puts the table into the page, between its two marks. */
function writeTable(table: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const [before = '', rest = ''] = page.split(MARKS.begin);
  const [, after = ''] = rest.split(MARKS.end);
  writeFileAtomic.sync(PAGE, `${before}${MARKS.begin}\n\n${table}\n${MARKS.end}${after}`);
}
