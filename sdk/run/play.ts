import type { FinishedRound, GateRun } from '../record/gate-run.ts';
import type { Log } from '../record/log.ts';
import { errorRounds, firstRounds, type Replies, type Round } from '../replies/rounds.ts';
import { type Command, runCommand } from './command.ts';
import { type Gate, type GateOptions, startGate } from './gate.ts';

/** What a run of a command behind the gate is told. */
export interface PlayOptions extends GateOptions {
  readonly replies: readonly Replies[];
  readonly command: Command;
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
