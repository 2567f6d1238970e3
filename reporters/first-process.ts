import path from 'node:path';
import type { ReporterDescription } from '@playwright/test';
import { register, testCounts } from '#api/register';
import { BLOB, getShardFolder } from '#results/merge/shard-file';
import { beginResult, readInputFiles } from '#results/unfinished';
import { getMergedRun } from '#run/channels';
import { changeContext, environment } from '#run/context';
import { getReporters, hasOption, onlyLists } from '#run/process/command-line';
import { printError, toMessage } from '#run/process/output';
import { getModuleFile } from '#run/process/program';
import type { RunContext } from '#run/run-context';
import { startRun } from '#run/start';
import { checkStore } from '#run/states-store';

/** Returns the reporters of a run in the order in which they read it. */
export function listReporters({ settings, shard }: RunContext): ReporterDescription[] {
  const getOwn = (name: string): ReporterDescription => [getModuleFile(`reporters/${name}`)];
  return [
    getOwn('redacting'), // first: it redacts in place what the others read
    ...(shard
      ? [['blob', { outputFile: path.join(getShardFolder(settings, shard), BLOB) }] satisfies ReporterDescription]
      : []),
    getOwn('progress'),
    ['html', { outputFolder: path.resolve(settings.REPORTS_DIR, 'html'), open: 'never', noSnippets: true }],
    getOwn('conformance'), // last: it searches what the others wrote for secrets
  ];
}

/** Starts the run in the first process; a setting that is wrong ends it before it begins. */
export function startOrEnd(): RunContext {
  try {
    rejectReplacedReporters(process.argv);
    keepOutputInReports(process.argv);
    const run = startRun();
    if (onlyLists()) return run;
    if (!getMergedRun()) checkStore(run.settings);
    beginResult(run, register, testCounts[run.settings.DEPTH]);
    return changeContext({ waivers: readInputFiles(run.settings) }); // before the first request
  } catch (error) {
    printError(toMessage(error));
    process.exit(4);
  }
}

function rejectReplacedReporters(argv: readonly string[]): void {
  const names = getReporters(argv);
  if (names.length === 0 || onlyLists(argv) || names.some((name) => name.includes('reporters/redacting'))) return;
  throw new Error(`--reporter=${names.join()} replaces the suite's reporters. Use --add-reporter=${names.join()}.`);
}

/** Ignores or rejects what would lead Playwright to another folder, which it empties and no search for secrets reads. */
function keepOutputInReports(argv: readonly string[]): void {
  for (const name of ['PLAYWRIGHT_HTML_OUTPUT_DIR', 'PLAYWRIGHT_HTML_REPORT', 'PLAYWRIGHT_BLOB_OUTPUT_FILE'])
    delete environment()[name];
  if (hasOption(argv, '--output'))
    throw new Error('--output is not allowed: Playwright would empty that folder. Use REPORTS_DIR.');
}
