import type { Endpoint } from '../../suite/operations.ts';
import type { Log } from '../answers/log.ts';
import { errorRounds, firstRounds, type Replies, type Round } from '../answers/rounds.ts';
import { type Command, type Ending, runCommand } from './command.ts';
import { type Gate, type GateOptions, startGate } from './gate.ts';

/** What a run of a command behind the gate is told. */
export interface PlayOptions extends GateOptions {
  readonly replies: readonly Replies[];
  readonly command: Command;
}

/** One round that was run, and whether the command survived it: ended by itself, in time, with exit code 0. */
export interface FinishedRound extends Ending {
  readonly name: string;
  readonly endpoint: Endpoint | null;
  readonly survived: boolean;
}

/** What a run came to, as it stands: rounds are added as they end. */
export interface GateRun extends Log {
  readonly rounds: readonly FinishedRound[];
}

/** A run that goes on: what it came to so far, and its end. */
export interface Playing {
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
