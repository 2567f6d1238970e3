import path from 'node:path';
import type { ReporterDescription } from '@playwright/test';
import { register, wantedTests } from '#api/register';
import { BLOB, shardFolder } from '#results/merge/shard-file';
import { beginResult } from '#results/unfinished';
import { startRun } from '#run/context';
import { getMergedRun } from '#run/merged-run';
import { onlyLists, reportersOn } from '#run/process/command-line';
import { complain } from '#run/process/output';
import { moduleFile } from '#run/process/program';
import { registerDigest } from '#run/register-digest';
import type { RunContext } from '#run/run-context';
import type { Shard } from '#run/settings/shard';
import { checkStore } from '#run/states/store';

/** Returns the reporters of a run in the order in which they read it. */
export function reportersOf({ settings, shard }: RunContext): ReporterDescription[] {
  const isMerge = getMergedRun() !== undefined;
  const inReports = (name: string) => path.resolve(settings.REPORTS_DIR, name);
  const shardReporter: ReporterDescription = [moduleFile('reporters/shard')];
  const leftBehindReporter: ReporterDescription = [moduleFile('reporters/left-behind')];
  const orderReporter: ReporterDescription = [moduleFile('reporters/order')];
  const outageReporter: ReporterDescription = [moduleFile('reporters/outage')];
  const harReporter: ReporterDescription = [moduleFile('reporters/har')];
  return [
    [moduleFile('reporters/redacting')], // first: it mends in place what the others read
    ...(isMerge ? [] : [orderReporter]),
    ...(shard ? [blobReporter(shard)] : []), // before those that add to what they read
    [moduleFile('reporters/progress')],
    ...(isMerge ? [] : [outageReporter, leftBehindReporter]),
    ['html', { outputFolder: inReports('html'), open: 'never', noSnippets: true }],
    [moduleFile('reporters/allure/results'), { resultsDir: inReports('allure-results'), detail: false }],
    ...(isMerge ? [] : [shardReporter]),
    ...(settings.HAR && !isMerge ? [harReporter] : []),
    [moduleFile('reporters/conformance')], // after them: it looks for secrets in what the others wrote
    [moduleFile('reporters/output')],
  ];
}

function blobReporter(ofShard: Shard): ReporterDescription {
  return ['blob', { outputFile: path.join(shardFolder(ofShard), BLOB) }];
}

/** Starts the run in the first process; a setting that is wrong ends it before it begins. */
export function startedOrEnd(): RunContext {
  try {
    rejectReplacedReporters(process.argv);
    const run = startRun();
    if (!onlyLists() && !getMergedRun()) checkStore();
    if (!onlyLists()) beginResult(register, wantedTests[run.settings.DEPTH], registerDigest());
    return run;
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    process.exit(4);
  }
}

/** Rejects --reporter, which replaces the reporters of the suite, the redacting one and the one that decides too. */
function rejectReplacedReporters(argv: readonly string[]): void {
  const names = reportersOn(argv);
  if (names.length === 0 || onlyLists(argv) || names.some((name) => name.includes('reporters/redacting'))) return;
  throw new Error(
    `--reporter=${names.join()} would replace the reporters of the suite. Use --add-reporter=${names.join()}.`,
  );
}
