import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Ending } from '../result/record.ts';
import { endMarked, MARK } from './leftovers.mjs';

/** Describes the command under the gate. */
export interface Command {
  readonly words: readonly [string, ...string[]];
  readonly cwd: string;
  readonly timeoutSeconds: number;
}

/** Runs the command to its end, its output passed through, and ends whatever it started, in any session. */
export async function runCommand(command: Command, env: NodeJS.ProcessEnv): Promise<Ending> {
  const { words, cwd, timeoutSeconds } = command;
  const started = performance.now();
  const [program, ...args] = words;
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  const end = () => {
    endGroup(child.pid);
    endMarked(env[MARK] ?? '');
  };
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, timeoutSeconds * 1000);
  process.on('exit', end);
  try {
    const [code]: (number | null)[] = await once(child, 'exit');
    return { code: code ?? null, timedOut, milliseconds: Math.round(performance.now() - started) };
  } finally {
    clearTimeout(timer);
    end();
    process.off('exit', end);
  }
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended already.
  }
}
