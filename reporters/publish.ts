import { copyFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { escapeToLine } from '#api/text';
import { listSecrets, loadSharedSecrets } from '#redaction/redact';
import { createByteFinder, describeLeaks, describeUnsearched, type Searched, searchFolder } from '#redaction/search';
import { describePartialRun, describeVerdict } from '#results/conditions';
import { type DecisionInput, decideRun, type ReasonKind } from '#results/decision';
import type { Conformance, UndecidedResult } from '#results/document';
import { getHistoryFile, readEarlierRuns, writeHistory } from '#results/history/history';
import { toHistoryRecord } from '#results/history/record';
import { countLevel } from '#results/verdict';
import { readChannel } from '#run/channels';
import { addToStepSummary, writeWholeFile } from '#run/file';
import { isPartial } from '#run/partial-run';
import { printError, toMessage } from '#run/process/output';
import type { RunContext } from '#run/run-context';
import type { Settings } from '#run/settings/settings';
import { type CreatedResources, readCreatedResources } from '#safety/created-resources';
import { page } from './html/page.ts';
import type { EvidenceByTest, Shown } from './html/shown.ts';
import { type Case, junit } from './junit.ts';
import { markdown } from './summary.ts';

interface Finished {
  readonly document: Conformance;
  readonly settings: Settings;
  readonly cases: readonly Case[];
  readonly shown: Shown;
}

const files: Readonly<Record<string, (run: Finished) => string>> = {
  'conformance.json': ({ document }) => `${JSON.stringify(document, null, 2)}\n`,
  'conformance.html': ({ document, shown }) => page(document, shown),
  'summary.md': ({ document, settings }) => markdown(document, settings),
  'badge.json': ({ document }) => badgeJson(document),
  'junit.xml': ({ document, cases }) => junit(document, cases),
};

const schemaFile = new URL('../src/results/conformance.schema.json', import.meta.url);

const colors = { green: 'brightgreen', amber: 'yellow', red: 'red' } as const;

const inVerdict: ReadonlySet<ReasonKind> = new Set(['breach', 'incomplete', 'part', 'waived']);

/** Returns the endpoint badge of shields.io: `conformance | CONFORMANT 96/96`, `CONFORMANT 96/96, stale waiver`. */
export function badgeJson(document: Conformance): string {
  const { decision, counts, shards, product } = document;
  const build = product.build === '' ? '' : `, build ${product.build}`;
  const { must } = counts;
  const whole = isPartial(shards) ? ` (${shards.present.length} of ${shards.of} shards)` : ' (partial)';
  const part = describePartialRun(document) === undefined ? '' : whole;
  const others = decision.reasons.filter(({ kind }) => !inVerdict.has(kind)).map(({ kind }) => `, ${kind}`);
  const waived = must.waived > 0 && !document.verdict.includes('waiver') ? `, ${must.waived} waived` : '';
  const message = `${describeVerdict(document)} ${must.passed}/${countLevel(must)}${part}${waived}${others.join('')}${build}`;
  const color = colors[decision.tone];
  const isError = decision.tone === 'red';
  return `${JSON.stringify({ schemaVersion: 1, label: 'conformance', message, color, isError })}\n`;
}

/** Writes every report; where one cannot be written, prints it and returns false. */
function writeReports(run: Finished, folder: string): boolean {
  try {
    for (const [name, make] of Object.entries(files)) writeWholeFile(path.join(folder, name), make(run));
    copyFileSync(schemaFile, path.join(folder, 'conformance.schema.json'));
    return true;
  } catch (error) {
    printError(`The reports are incomplete: ${toMessage(error)}`);
    return false;
  }
}

/** Returns the secrets of this run in the files that it wrote, and the files that were not searched. */
function searchReports({ settings, started }: RunContext): Searched {
  loadSharedSecrets();
  const isOfThisRun = (file: string) => !(statSync(file).mtimeMs < Date.parse(started));
  return searchFolder(settings.REPORTS_DIR, createByteFinder(listSecrets()), isOfThisRun);
}

/** Prints where the reports hold secrets and what was not searched for them; returns the number of both. */
function printSecrets({ leaks, unsearched }: Searched) {
  const forgotten = readChannel('forgotten').map(
    (most) =>
      `the target returned more than ${most} values that look like secrets; the later ones were not searched for`,
  );
  const lines = [...describeUnsearched(unsearched), ...forgotten];
  printLines('SECRETS in the reports. Do not publish them:', describeLeaks(leaks));
  printLines('NOT FULLY SEARCHED for secrets. Check by hand before you publish:', lines);
  return { secrets: leaks.length, unsearched: lines.length };
}

const EARLIER_RUNS = 60;

/** Decides and writes the reports, again if they hold secrets or were not fully searched, and adds the run to the history. */
export function publish(
  run: RunContext,
  result: UndecidedResult,
  { cases, evidence }: { readonly cases: readonly Case[]; readonly evidence: EvidenceByTest },
  { isMerge, ended }: Pick<DecisionInput, 'isMerge' | 'ended'>,
): { readonly document: Conformance; readonly isWritten: boolean } {
  const { CERTIFY, DRIFT, REPORT_LANGUAGE: language, REPORTS_DIR } = run.settings;
  const terms = { subject: run.subject, certify: CERTIFY, failsOnDrift: DRIFT === 'fail', isMerge, ended };
  const earlier = readEarlierRuns(run).slice(-EARLIER_RUNS);
  const left = readCreatedResources(REPORTS_DIR);
  const finished = { settings: run.settings, cases, shown: { evidence, left, earlier, language } };
  const write = (found: Pick<DecisionInput, 'secrets' | 'unsearched'>) => {
    const document: Conformance = { decision: decideRun(result, { ...terms, ...found }), ...result };
    return { document, isWritten: writeReports({ document, ...finished }, REPORTS_DIR) };
  };
  const first = write({ secrets: 0, unsearched: 0 });
  const found = printSecrets(first.isWritten ? searchReports(run) : { leaks: [], unsearched: [] });
  const { document, isWritten } = found.secrets + found.unsearched > 0 ? write(found) : first;
  if (isWritten) addToStepSummary(markdown(document, run.settings));
  return { document, isWritten: isWritten && addToHistory(run, document, left) };
}

function printLines(title: string, lines: readonly string[]): void {
  if (lines.length > 0) process.stderr.write(`${[title, ...lines.map(escapeToLine)].join('\n')}\n`);
}

function addToHistory({ settings, replay }: RunContext, document: Conformance, left: CreatedResources = []): boolean {
  if (describePartialRun(document) !== undefined || replay) return true;
  try {
    writeHistory(toHistoryRecord(document, left), getHistoryFile(settings));
    return true;
  } catch (error) {
    printError(`The run could not be added to its history: ${toMessage(error)}`);
    return false;
  }
}
