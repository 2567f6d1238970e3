import { rmSync } from 'node:fs';
import path from 'node:path';
import { settings } from '../../suite/run/context.ts';
import { whenOrphaned } from '../../suite/run/process/orphaned.ts';
import { readStubs } from '../answers/stubs.ts';
import { report, resultFiles } from '../report/report.ts';
import { readBaseline } from '../result/baseline.ts';
import { resultOf } from '../result/result.ts';
import { keepSecretsOfCommand } from './command-secrets.ts';
import type { Asked } from './options.ts';
import { play } from './play.ts';

/** Runs the command as it was asked for, writes and prints the result; returns the exit code. */
export async function runAsked({ options: told, stubs, baseline, ignoreExit, floor }: Asked, cwd: string) {
  keepSecretsOfCommand(told.command.words, told.inherited);
  const options = { ...told, stubs: stubs === undefined ? [] : readStubs(stubs) };
  const standard = {
    started: new Date().toISOString(),
    ignoreExit,
    floor,
    baseline: baseline === undefined ? undefined : readBaseline(baseline),
  };
  const folder = settings().REPORTS_DIR;
  for (const file of resultFiles) rmSync(path.join(folder, file), { force: true });
  const playing = await play(options, ({ name }) => console.error(`sdk gate: replies ${name}`));
  const tell = async (interrupted: boolean) => {
    const result = resultOf(options, playing.soFar(), { ...standard, interrupted });
    console.log(await report(result, folder, cwd));
    return result.verdict === 'PASSED' ? 0 : 1;
  };
  whenEnded(async (code) => {
    await tell(true).finally(playing.gate.stop);
    process.exit(code);
  });
  await playing.ended;
  return tell(false);
}

/** Interrupted, terminated, or left by the npm that started it: what was seen until then is written, and nothing stays. */
function whenEnded(end: (code: number) => Promise<void>): void {
  let isEnding = false; // a signal may come as two: the run folder passes SIGTERM on as SIGINT
  const once = (code: number) => () => {
    if (!isEnding) void end(code);
    isEnding = true;
  };
  process.on('SIGINT', once(130));
  process.on('SIGTERM', once(143));
  whenOrphaned(once(143));
}
