import { cpus } from 'node:os';
import { markdownTable } from 'markdown-table';
import { listTests } from '../../cli/docs/listed-tests.ts';
import { endpoints } from '../../suite/core/operations.ts';
import { failingRun, floorRun, recordedRun, replayRun, suiteRun } from './measures.ts';
import { spread } from './numbers.ts';
import { ratios } from './ratios.ts';
import type { Round } from './round.ts';

const preferences = '--project=checkout-preferences';
const users = '--project=test-users';

/** Every round runs everything once, one after the other, so that a busy minute of the machine meets all of it alike. */
async function round(tests: number): Promise<Round> {
  const { file, requests, toFirst } = await recordedRun();
  return {
    requests,
    toFirst,
    whole: await suiteRun(),
    oneWorker: await suiteRun({ WORKERS: '1' }),
    failing: await failingRun(),
    floor: await floorRun(tests),
    floorInProjects: await floorRun(tests, endpoints.length),
    floorOfOne: await floorRun(1),
    replay: await replayRun(file),
    smoke: await suiteRun({ DEPTH: 'smoke' }, preferences),
    standard: await suiteRun({ DEPTH: 'standard' }, preferences),
    full: await suiteRun({ DEPTH: 'full' }, preferences),
    once: await suiteRun({}, users, '--repeat-each=1'),
    fourTimes: await suiteRun({}, users, '--repeat-each=4'),
    sixteenTimes: await suiteRun({}, users, '--repeat-each=16'),
  };
}

try {
  const wanted = roundsIn(process.env.ROUNDS || '3');
  const tests = (await listTests()).length;
  const rounds: Round[] = [];
  while (rounds.length < wanted) {
    rounds.push(await round(tests));
    console.log(`Round ${rounds.length} of ${wanted}.\n\n${tableOf(tests, rounds)}`);
  }
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
