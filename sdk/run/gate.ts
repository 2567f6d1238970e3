import { startProvider } from '../../mock/server.ts';
import type { Endpoint } from '../../suite/core/operations.ts';
import { type AnsweringOptions, answersOf, type Log } from '../answers/answering.ts';
import { errorRounds, firstRounds, type Replies, type Round } from '../answers/rounds.ts';
import { createTrust, type Trust } from '../entrance/trust.ts';
import { environmentOf, type Way } from '../entrance/ways.ts';
import { startRecorder } from '../wire/recorder.ts';
import { type Reply, type Sent, saying } from '../wire/traffic.ts';
import { type Command, type Ending, runCommand } from './command.ts';

/** All that a run of the gate is told. */
export interface GateOptions extends AnsweringOptions {
  readonly way: Way;
  readonly baseUrlVariables: readonly string[];
  readonly replies: readonly Replies[];
  readonly command: Command;
}

/** One round that was run, and whether the command survived it: ended by itself, in time, with exit code 0. */
export interface FinishedRound extends Ending {
  readonly name: string;
  readonly endpoint: Endpoint | null;
  readonly survived: boolean;
}

/** What a run of the gate came to. */
export interface GateRun extends Log {
  readonly rounds: readonly FinishedRound[];
}

/** Runs the command round by round behind the recorder, with the embedded provider answering. */
export async function runGate(options: GateOptions, announce: (round: Round) => void): Promise<GateRun> {
  const log: Log = { requests: [], refused: [], errors: [] };
  const trust = await createTrust(process.env, options.way !== 'node');
  process.once('exit', trust.remove);
  const desk = { answer: async (_: Sent): Promise<Reply> => saying(503, 'No command runs in the gate.') };
  const recorder = await startRecorder(trust, (sent) => desk.answer(sent));
  const play = async (round: Round) => {
    announce(round);
    return playRound(round, { options, log, trust, port: recorder.port, desk });
  };
  try {
    return { ...log, rounds: await playAll(options, log, play) };
  } finally {
    await recorder.stop();
    trust.remove();
  }
}

async function playAll(
  { replies }: GateOptions,
  { requests }: Log,
  play: (round: Round) => Promise<FinishedRound>,
): Promise<FinishedRound[]> {
  const finished: FinishedRound[] = [];
  for (const round of firstRounds(replies)) finished.push(await play(round));
  if (!replies.includes('errors')) return finished;
  const exercised = new Set(requests.flatMap(({ endpoint }) => endpoint ?? []));
  for (const round of errorRounds(exercised)) finished.push(await play(round));
  return finished;
}

interface Stage {
  readonly options: GateOptions;
  readonly log: Log;
  readonly trust: Trust;
  readonly port: number;
  readonly desk: { answer: (sent: Sent) => Promise<Reply> };
}

async function playRound(round: Round, { options, log, trust, port, desk }: Stage): Promise<FinishedRound> {
  const { way, baseUrlVariables, command } = options;
  const provider = await startProvider({ variation: round.variation });
  desk.answer = answersOf(round, provider, options, log);
  const env = environmentOf(way, { port, trust, baseUrlVariables }, process.env);
  try {
    const ending = await runCommand(command, {
      ...env,
      RUN_FOLDER: undefined, // the gate's own
      SDK_GATE_REPLIES: round.name,
      PROVIDER_STATES_URL: provider.statesUrl,
    });
    const survived = ending.code === 0 && !ending.timedOut;
    return { name: round.name, endpoint: round.error?.endpoint ?? null, ...ending, survived };
  } finally {
    await provider.close();
  }
}
