import { spawn } from 'node:child_process';
import pidtree from 'pidtree';
import pidusage from 'pidusage';

/** What a process and all that it started came to. */
export interface Cost {
  readonly seconds: number;
  /** The most memory that the largest of the processes had, in MB. */
  readonly peak: number;
}

const EVERY = 200;

/** Runs a command to its end, which must be the expected one, and measures it. */
export async function costOf(
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  expected = 0,
): Promise<Cost> {
  const [command = '', ...args] = words;
  const { PATH = '', HOME = '' } = process.env;
  const started = performance.now();
  const child = spawn(command, args, {
    env: { PATH, HOME, ...variables },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peak = 0;
  const timer = setInterval(async () => {
    peak = Math.max(peak, await largest(Number(child.pid)));
  }, EVERY);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const seconds = (performance.now() - started) / 1000;
  clearInterval(timer);
  if (code !== expected) throw new Error(`${words.join(' ')} ended with ${code}: run it alone to see why.`);
  return { seconds, peak: Math.round(peak / 1024 / 1024) };
}

/** The largest process of a tree, in bytes; 0 where it has just ended. */
async function largest(pid: number): Promise<number> {
  try {
    const usage = await pidusage(await pidtree(pid, { root: true }));
    return Math.max(...Object.values(usage).map(({ memory }) => memory));
  } catch {
    return 0;
  }
}
