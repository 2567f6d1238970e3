import { describePartialRun } from '#results/conditions';
import type { Conformance, UndecidedResult } from '#results/document';
import { earlierRuns, keepInHistory, type RunRecord, readHistory } from '#results/history/history';
import { recordOf } from '#results/history/record';
import { readLedger } from '#results/ledger/answers';
import { context, settings } from '#run/context';
import { complain } from '#run/process/output';
import { runWaivers } from '#run/waivers';
import { readCreatedResources } from '#safety/created-resources';

/** Reads what outlasts a run, its waivers, its ledger and its history; throws one sentence where one cannot be read. */
export function readBefore(): void {
  runWaivers();
  readLedger(settings().TARGET);
  readHistory();
}

/** Adds a whole run to the history; where that cannot be written, says so in one sentence and returns false. */
export function addToHistory(document: Conformance): boolean {
  if (describePartialRun(document) !== undefined || context().replay) return true;
  try {
    keepInHistory(recordOf(document, readCreatedResources() ?? []));
    return true;
  } catch (error) {
    complain(`The run could not be added to its history: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

const DRAWN = 60;

/** The runs of the same target that a page draws beside a run. */
export function listEarlierRuns({ run, target }: UndecidedResult): RunRecord[] {
  return earlierRuns(target.name, run).slice(-DRAWN);
}
