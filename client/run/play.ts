import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Ending, FinishedRound, GateRun, Log } from '../record/gate-run.ts';
import { errorRounds, firstRounds, type Replies, type Round } from '../replies/rounds.ts';
import { type Gate, type GateOptions, startGate } from './gate.ts';
import { endMarked, MARK } from './leftovers.mjs';

/** Describes the command under the gate: the words of its command line, where it runs, how long it may. */
export interface Command {
  readonly words: readonly [string, ...string[]];
  readonly cwd: string;
  readonly timeoutSeconds: number;
}

/** Runs the command to its end, its output passed through; what it started ends with it, in whatever session it is. */
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

/** Describes a run of a command behind the gate. */
export interface PlayOptions extends GateOptions {
  readonly replies: readonly Replies[];
  readonly command: Command;
}

/** Describes a run that goes on: what it came to so far, and its end. */
interface Playing {
  readonly soFar: () => GateRun;
  readonly ended: Promise<void>;
  readonly gate: Gate;
}

/** Runs the command round by round behind a gate of its own. */
export async function play(options: PlayOptions, announce: (round: Round) => void): Promise<Playing> {
  const gate = await startGate(options);
  const rounds: FinishedRound[] = [];
  const playRound = async (round: Round) => {
    announce(round);
    const ending = await runCommand(options.command, await gate.begin(round));
    const survived = ending.code === 0 && !ending.timedOut;
    rounds.push({ name: round.name, endpoint: round.error?.endpoint ?? null, ...ending, survived });
  };
  return {
    soFar: () => ({ ...gate.log, rounds }),
    ended: playAll(options.replies, gate.log, playRound).finally(gate.stop),
    gate,
  };
}

async function playAll(
  replies: readonly Replies[],
  { requests }: Log,
  playRound: (round: Round) => Promise<void>,
): Promise<void> {
  for (const round of firstRounds(replies)) await playRound(round);
  if (!replies.includes('errors')) return;
  const exercised = new Set(requests.flatMap(({ endpoint }) => endpoint ?? []));
  for (const round of errorRounds(exercised)) await playRound(round);
}
