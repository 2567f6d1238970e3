import { rmSync } from 'node:fs';
import path from 'node:path';
import { listSecrets } from '#redaction/redact';
import { createByteFinder, searchBytes } from '#redaction/search';
import { isUnguessable } from '#redaction/secret-patterns';
import { settings } from '#run/context';
import { printError, toMessage } from '#run/process/output';
import { onParentExit } from '#run/process/program';
import { resultFiles, writeReports } from '../report/report.ts';
import { errorRounds, firstRounds, type Round } from '../responses/sequences.ts';
import type { FinishedRound } from '../result/record.ts';
import { buildResult } from '../result/result.ts';
import { recordSecretsOfCommand, runCommand } from './command.ts';
import { startGate } from './gate.ts';
import type { GateCommandLine } from './options.ts';

/** Runs the command round by round behind a gate, writes and prints the result; returns the exit code. */
export async function runGate({ options, ...judging }: GateCommandLine, cwd: string): Promise<number> {
  const { command, replies, inherited } = options;
  recordSecretsOfCommand(command.words, inherited);
  const terms = { started: new Date().toISOString(), ...judging };
  const { REPORTS_DIR: folder } = settings();
  for (const file of resultFiles) rmSync(path.join(folder, file), { force: true });
  const gate = await startGate(options);
  const rounds: FinishedRound[] = [];
  const report = async (interrupted: boolean) => {
    const build = () => buildResult(options, { ...gate.log, rounds }, { ...terms, interrupted });
    const leaks = countLeaks(build());
    if (leaks > 0) gate.log.errors.push(`The reports contain ${leaks} secrets. Do not publish them.`);
    const result = build();
    console.log(await writeReports(result, { folder, cwd }));
    return result.verdict === 'PASSED' ? 0 : 1;
  };
  const playRound = async (round: Round) => {
    console.error(`sdk gate: replies ${round.name}`);
    const ending = await runCommand(command, await gate.begin(round));
    const survived = ending.code === 0 && !ending.timedOut;
    rounds.push({ name: round.name, endpoint: round.error?.endpoint ?? null, ...ending, survived });
  };
  const playRounds = async () => {
    for (const round of firstRounds(replies)) await playRound(round);
    const exercised = new Set(gate.log.requests.flatMap(({ endpoint }) => endpoint ?? []));
    for (const round of replies.includes('errors') ? errorRounds(exercised) : []) await playRound(round);
  };
  whenEnded(async (code) => {
    await report(true).catch((error: unknown) => printError(toMessage(error)));
    await gate.stop();
    process.exit(code);
  });
  await playRounds().finally(gate.stop);
  return report(false);
}

/** Returns the number of secrets in a result, of which every report shows parts. */
function countLeaks(result: ReturnType<typeof buildResult>): number {
  const finder = createByteFinder([...listSecrets()].filter(isUnguessable));
  return searchBytes(Buffer.from(JSON.stringify(result)), finder).leaks.length;
}

/** Calls back if interrupted, terminated, or left by the npm that started it, so that the result is still written. */
function whenEnded(end: (code: number) => Promise<void>): void {
  let isEnding = false; // a signal may come as two: the run folder passes SIGTERM on as SIGINT
  const once = (code: number) => () => {
    if (!isEnding) void end(code);
    isEnding = true;
  };
  process.on('SIGINT', once(130));
  process.on('SIGTERM', once(143));
  onParentExit(once(143));
}
