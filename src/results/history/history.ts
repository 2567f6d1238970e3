import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { sha256 } from '#run/digest';
import { writeWholeFile } from '#run/file';
import { readJsonLines } from '#run/json-file';
import { withLock } from '#run/lock';
import type { RunContext } from '#run/run-context';
import type { Settings } from '#run/settings/settings';
import type { Decision } from '../decision.ts';
import type { Times } from '../ledger/responses.ts';
import type { Outcome } from '../verdict.ts';
import schema from './history.schema.json' with { type: 'json' };

/** One run as a line of history.jsonl; history.schema.json describes it. */
export interface RunRecord {
  readonly run: string;
  readonly subject: Decision['subject'];
  readonly target: string;
  readonly build: string;
  readonly suite: string;
  readonly register: string;
  readonly set: string;
  readonly started: string;
  readonly ended: string;
  readonly seed: number;
  readonly verdict: string;
  readonly tone: Decision['tone'];
  readonly reasons: readonly string[];
  readonly musts: Counted<Outcome>;
  readonly outcomes: { readonly [Word in Outcome]?: readonly string[] };
  readonly times: Readonly<Record<string, Times>>;
  readonly created: Counted<string>;
  readonly drift: { readonly changed: number; readonly new: number; readonly gone: number } | null;
  readonly digest?: string;
}

/** A run, and whether its line and all later ones are unchanged: an edited line may hide the end of a proof. */
export interface KeptRun extends RunRecord {
  readonly isSound: boolean;
}

type Counted<Name extends string> = { readonly [N in Name]?: number };

/** Returns the file of earlier runs: HISTORY, else next to the reports. */
export function getHistoryFile({ HISTORY, REPORTS_DIR }: Pick<Settings, 'HISTORY' | 'REPORTS_DIR'>): string {
  return HISTORY || path.join(REPORTS_DIR, 'history.jsonl');
}

/** Reads the runs of a history, the oldest first; none if there is no file. Throws one sentence for an invalid line. */
export function readHistory(file: string): KeptRun[] {
  return getLines(file).toSorted((one, other) => (one.started < other.started ? -1 : 1));
}

function getLines(file: string): KeptRun[] {
  if (!existsSync(file)) return [];
  const lines = readJsonLines<RunRecord>(file, schema);
  const edited = lines.findLastIndex((line, at) => line.digest !== getDigest(line, lines[at - 1]));
  return lines.map((line, at) => ({ ...line, isSound: at > edited }));
}

function getDigest({ digest: _, ...record }: RunRecord, before: RunRecord | undefined): string {
  return sha256(`${before?.digest ?? ''}${JSON.stringify(record)}`);
}

/** Returns the earlier runs of the same target and subject; none if the history cannot be read. */
export function readEarlierRuns({ settings, subject: current }: RunContext): KeptRun[] {
  const { TARGET, RUN_ID } = settings;
  try {
    const others = readHistory(getHistoryFile(settings)).filter(({ run }) => run !== RUN_ID);
    return others.filter(({ target, subject }) => target === TARGET && subject === current);
  } catch {
    return [];
  }
}

/** Returns the runs of so many nights up to the one that has begun; nights are days of UTC. */
export function selectNights<R extends RunRecord>(runs: readonly R[], started: string, nights: number): R[] {
  const from = new Date(Date.parse(started) - (nights - 1) * 86_400_000).toISOString().slice(0, 10);
  return runs.filter((run) => run.started.slice(0, 10) >= from && run.started < started);
}

/** Puts a run into the history, instead of what stood there of the same run; a line that was edited stays unsound. */
export function writeHistory(record: RunRecord, file: string): void {
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  withLock(file, () => {
    const lines: RunRecord[] = [];
    const others = getLines(file).filter(({ run }) => run !== record.run);
    for (const { isSound, ...line } of [...others, { ...record, isSound: true }])
      lines.push(isSound ? { ...line, digest: getDigest(line, lines.at(-1)) } : line);
    writeWholeFile(file, lines.map((each) => `${JSON.stringify(each)}\n`).join(''));
  });
}

const broken: readonly Outcome[] = ['failed', 'unstable', 'warned', 'waived'];

/** Returns for each failure of the last run since which run it fails, and which passed it last; `runs`: oldest first. */
export function listFailures(runs: readonly RunRecord[]) {
  const last = runs.at(-1);
  if (!last) return [];
  return broken.flatMap((outcome) =>
    (last.outcomes[outcome] ?? []).map((id) => {
      const passed = runs.findLast((run) => hasOutcome(run, 'passed', id));
      const after = runs.slice(passed ? runs.indexOf(passed) + 1 : 0);
      const first = after.find((run) => broken.some((word) => hasOutcome(run, word, id))) ?? last;
      return { id, outcome, first, passed };
    }),
  );
}

/** Returns true if a requirement had an outcome in a run. */
export function hasOutcome({ outcomes }: RunRecord, word: Outcome, id: string): boolean {
  return outcomes[word]?.includes(id) === true;
}
