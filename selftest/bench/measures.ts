import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Seen, startFront } from '../tools/front.ts';

/** Describes what a command and all processes that it started took, in seconds. */
export interface Cost {
  readonly wall: number;
  readonly processor: number;
}

interface Served extends Cost {
  /** Seconds from the start of the command to its first request. */
  readonly toFirst: number;
  readonly requests: readonly Seen[];
}

type Variables = Readonly<Record<string, string>>;

const reports = mkdtempSync(path.join(tmpdir(), 'bench-'));
process.once('exit', () => rmSync(reports, { recursive: true, force: true }));

/** Runs the suite of a checkout against its embedded provider. */
export function embeddedRun(folder: string): Promise<Cost> {
  return suiteRun(folder, {});
}

/** Runs the suite of a checkout against a provider outside, whose responses may be changed or late. */
export async function servedRun(
  folder: string,
  { milliseconds = 0, isFailing = false, words = [] as readonly string[], variables = {} as Variables } = {},
): Promise<Served> {
  let first = Number.NaN;
  const front = await startFront({
    severalSets: true,
    change: async ({ path: where }, answer) => {
      if (Number.isNaN(first)) first = performance.now();
      if (milliseconds > 0) await pause(milliseconds);
      return isFailing && !where.startsWith('/_states') ? { status: 500, text: '' } : answer;
    },
  });
  const target = { BASE_URL: front.baseUrl, PROVIDER_STATES_URL: front.statesUrl, ...variables };
  const started = performance.now();
  const cost = await suiteRun(folder, target, words);
  await front.close();
  return { ...cost, toFirst: (first - started) / 1000, requests: front.seen };
}

/** Runs the suite as its users do. The shell tells the processor time of all that it waited for. */
async function suiteRun(folder: string, variables: Variables, words: readonly string[] = []): Promise<Cost> {
  const { PATH = '', HOME = '' } = process.env;
  const script = 'npm run -s conformance -- "$@" >/dev/null 2>&1; times';
  const started = performance.now();
  const child = spawn('sh', ['-c', script, 'sh', ...words], {
    cwd: folder,
    env: { PATH, HOME, REPORTS_DIR: reports, SEED: '1', ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const chunk of child.stdout) printed += chunk;
  const [, ofChildren = ''] = printed.split('\n');
  return { wall: (performance.now() - started) / 1000, processor: secondsIn(ofChildren) };
}

/** Adds `1m2.5s 0m0.5s` up. */
function secondsIn(line: string): number {
  const times = [...line.matchAll(/(\d+)m([\d.]+)s/g)];
  return times.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}
