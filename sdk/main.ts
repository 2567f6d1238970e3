import { rmSync } from 'node:fs';
import path from 'node:path';
import { whenOrphaned } from '../suite/run/orphaned.ts';
import { readOptions } from './run/options.ts';

// npm runs the script in the suite's own folder and says where the user stands.
const cwd = process.env.INIT_CWD ?? process.cwd();
const asked = readOptions(process.argv.slice(2), cwd);

// A reader that has read enough, as head does, ends nothing: the verdict stands in the exit code.
process.stdout.on('error', () => {});

try {
  process.exitCode = await run();
} catch (error) {
  console.error(sentence(error));
  process.exitCode = 2;
}

/** Loaded here, so that a wrong command line or setting is told before anything starts, and in one sentence. */
async function run(): Promise<number> {
  const { settings } = await import('../suite/run/context.ts');
  const { readBaseline } = await import('./result/baseline.ts');
  const { readStubs } = await import('./answers/stubs.ts');
  const baseline = asked.baseline === undefined ? undefined : readBaseline(asked.baseline);
  const stubs = asked.stubs === undefined ? [] : readStubs(asked.stubs);
  const { play } = await import('./run/play.ts');
  const { resultOf } = await import('./result/result.ts');
  const { resultFiles, report } = await import('./report/report.ts');
  for (const file of resultFiles) rmSync(path.join(settings().REPORTS_DIR, file), { force: true });
  const { ignoreExit, floor } = asked;
  const options = { ...asked.options, stubs };
  const standard = { started: new Date().toISOString(), ignoreExit, floor, baseline };
  const playing = await play(options, ({ name }) => console.error(`sdk gate: replies ${name}`));
  const tell = async (interrupted: boolean) => {
    const result = resultOf(options, playing.soFar(), { ...standard, interrupted });
    console.log(await report(result, settings().REPORTS_DIR, cwd));
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
  process.once('SIGINT', () => void end(130));
  process.once('SIGTERM', () => void end(143));
  whenOrphaned(() => void end(143));
}

function sentence(error: unknown): string {
  const missing =
    error instanceof Error && 'code' in error && error.code === 'ENOENT' && 'spawnargs' in error;
  if (missing)
    return `The command ${asked.options.command.words[0]} was not found: give one that runs in ${cwd}.`;
  return error instanceof Error ? error.message : String(error);
}
