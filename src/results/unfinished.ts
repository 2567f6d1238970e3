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
import { decideRun, emptyDecisionInput } from './decision.ts';
import { buildDocument, type Conformance } from './document.ts';
import { getHistoryFile, readHistory } from './history/history.ts';
import { readLedger } from './ledger/responses.ts';
import { judgeRequirement } from './verdict.ts';
import { readWaivers } from './waivers.ts';

/** Names that a run writes, and removes first. */
const removed =
  'allure-results allure.html answers.json badge.json conformance.html curl exchanges.har html junit.xml page.json part requirements.csv states.log statement.jws summary.md'.split(
    ' ',
  );

/** Names that a run writes over, or into, and does not remove first. */
const overwritten = ['allure-history.jsonl', 'conformance.schema.json', 'left-behind.json', 'shards', 'test-results'];

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

/** Removes what a run wrote, so that nothing is left of one that selects no test. */
export function removeResult(folder: string): void {
  const file = path.join(folder, 'conformance.json');
  if (fs.existsSync(file)) fs.unlinkSync(file);
  for (const name of removed) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
}

/** Throws if the reports cannot be written: before a request is sent, not when it is lost. */
export function rejectUnwritable(folder: string): void {
  try {
    makeFolder(path.resolve(folder));
    fs.accessSync(`${folder}/.`, fs.constants.W_OK); // a file has no `.`
  } catch {
    throw new Error(`Cannot write to REPORTS_DIR "${folder}". Use another folder.`);
  }
}

/** Makes a folder step by step: in /proc Node's own recursion never ends. */
function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  fs.mkdirSync(folder);
}

/** Reads the waivers, and checks the ledger and the history; throws one sentence where one cannot be read. */
export function readInputFiles(settings: Settings): PlacedWaiver[] {
  readLedger(settings, settings.TARGET);
  readHistory(getHistoryFile(settings));
  return readWaivers(settings);
}

/** Throws if a run would write through a link, or clear away files that no run and no SDK gate of this suite wrote. */
function rejectForeignFiles(folder: string): void {
  const entries = fs.readdirSync(folder, { withFileTypes: true });
  const link = entries.find((entry) => entry.isSymbolicLink() && overwritten.includes(entry.name));
  if (link) throw new Error(`REPORTS_DIR "${folder}" holds the link "${link.name}". Use an empty folder.`);
  const names = entries.map(({ name }) => name);
  if (['conformance.json', 'sdk.json', '.running'].some((name) => names.includes(name))) return;
  const foreign = [...removed, 'test-results'].find((name) => name !== 'states.log' && names.includes(name));
  if (foreign !== undefined)
    throw new Error(`REPORTS_DIR "${folder}" holds "${foreign}" from another program. Use an empty folder.`);
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
