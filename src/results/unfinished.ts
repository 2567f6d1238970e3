import fs from 'node:fs';
import path from 'node:path';
import type { TestCounts } from '#api/register';
import type { RegisteredRequirement } from '#api/requirement';
import { writeWholeFile } from '#run/file';
import type { PlacedWaiver } from '#run/judging';
import { lockFolder } from '#run/lock';
import { getWholeRunFolder } from '#run/partial-run';
import { getUserArguments } from '#run/process/command-line';
import type { RunContext } from '#run/run-context';
import type { Settings } from '#run/settings/settings';
import { readWaivers } from '#run/start';
import { decideRun, emptyDecisionInput } from './decision.ts';
import { buildDocument, type Conformance } from './document.ts';
import { getHistoryFile, readHistory } from './history/history.ts';
import { readLedger } from './ledger/responses.ts';
import { rejectForeignFiles, removeResult } from './reports-folder.ts';
import { judgeRequirement } from './verdict.ts';

type Rows = readonly RegisteredRequirement[];

/** Locks the folder of the reports and writes a result that says "did not finish"; throws one sentence where it cannot. */
export function beginResult(run: RunContext, register: Rows, expected: TestCounts): void {
  const { REPORTS_DIR } = run.settings;
  const file = path.join(REPORTS_DIR, 'conformance.json');
  try {
    fs.mkdirSync(REPORTS_DIR, { recursive: true });
    rejectForeignFiles(REPORTS_DIR);
    lockFolder(getWholeRunFolder(REPORTS_DIR) ?? REPORTS_DIR);
    removeResult(REPORTS_DIR);
    writeWholeFile(file, `${JSON.stringify(describeUnfinished(run, register, expected), null, 2)}\n`);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new Error(`${file} cannot be written (${String(error.code)}). Set REPORTS_DIR, or free the disk.`);
  }
}

/** Reads the waivers, and checks the ledger and the history; throws one sentence where one cannot be read. */
export function readInputFiles(settings: Settings): PlacedWaiver[] {
  readLedger(settings, settings.TARGET);
  readHistory(getHistoryFile(settings));
  return readWaivers(settings);
}

function describeUnfinished(run: RunContext, register: Rows, expected: TestCounts): Conformance {
  const { settings, started, subject } = run;
  const sentence = `the run ${settings.RUN_ID}, started at ${started}, did not finish`;
  const requirements = register.map((row) => judgeRequirement(row, [], { tests: 0, leftOut: sentence }));
  const selected = { argv: getUserArguments(process.argv), tests: 0, of: expected.tests };
  const { window: _, ...result } = buildDocument(run, requirements, [], { expected, selected, endedAt: started });
  const unfinished = { ...result, unfinished: sentence };
  return { ...unfinished, decision: decideRun(unfinished, { subject, ...emptyDecisionInput }) };
}
