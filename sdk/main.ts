import path from 'node:path';
import { readOptions } from './run/options.ts';

// npm runs the script in the suite's own folder and says where the user stands.
const cwd = process.env.INIT_CWD ?? process.cwd();
const { options, baseline: baselineFile } = readOptions(process.argv.slice(2), cwd);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

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
  const baseline = baselineFile === undefined ? undefined : readBaseline(baselineFile);
  const { runGate } = await import('./run/gate.ts');
  const { resultOf } = await import('./result/result.ts');
  const { summary, writeResult } = await import('./report/report.ts');
  const { writeAllure } = await import('./report/allure.ts');
  const started = new Date().toISOString();
  const gateRun = await runGate(options, ({ name }) => console.error(`sdk gate: replies ${name}`));
  const result = resultOf(options, gateRun, started, baseline);
  const file = await writeResult(result, settings().REPORTS_DIR);
  writeAllure(result, path.join(settings().REPORTS_DIR, 'allure-results'));
  console.log(summary(result, file));
  return result.verdict === 'PASSED' ? 0 : 1;
}

function sentence(error: unknown): string {
  const missing =
    error instanceof Error && 'code' in error && error.code === 'ENOENT' && 'spawnargs' in error;
  if (missing) return `The command ${options.command.words[0]} was not found: give one that runs in ${cwd}.`;
  return error instanceof Error ? error.message : String(error);
}
