import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import stringify from 'json-stringify-pretty-compact';
import { sortMembers } from '#api/values/json';
import { settings } from '#run/context';
import { readJsonFile } from '#run/json-file';
import { PROGRAM } from '#run/process/program';
import type { Settings } from '#run/settings/settings';
import schema from './ledger.schema.json' with { type: 'json' };

/** Answers by the requirement or the operation that they belong to, then by title. */
export type Answers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The accepted answers of one target. */
export interface Ledger {
  readonly target: string;
  readonly depth: Settings['DEPTH'];
  readonly answers: Answers;
  readonly observed: Answers;
}

/** The answers of one run. */
export interface RunAnswers extends Ledger {
  /** The operations of which the run asked everything: only of these can an answer be gone. */
  readonly complete: readonly string[];
}

/** The file of a target's accepted answers. */
export function ledgerFile(target: string): string {
  return path.join(settings().LEDGERS_DIR, `${encodeURIComponent(target)}.json`);
}

/** Returns the accepted answers of a target; undefined if it has none. Throws if the file is invalid or of another target. */
export function readLedger(target: string): Ledger | undefined {
  const file = ledgerFile(target);
  if (!existsSync(file)) return undefined;
  const ledger = readLedgerFile(file);
  if (ledger.target === target) return ledger;
  throw new Error(`${file} is the ledger of "${ledger.target}". Expected "${target}". Set TARGET or rename the file.`);
}

/** Returns the names of the targets whose ledgers exist. */
export function ledgerNames(): string[] {
  const { LEDGERS_DIR } = settings();
  const names = existsSync(LEDGERS_DIR) ? readdirSync(LEDGERS_DIR) : [];
  return names.filter((name) => name.endsWith('.json')).map((name) => decodeURIComponent(name.slice(0, -5)));
}

/** The accepted answers in a file. */
export function readLedgerFile(file: string): Ledger {
  return readJsonFile<Ledger>(file, schema).value;
}

/** The answers of the last run; throws one sentence where there are none. */
export function readRunAnswers(): RunAnswers {
  return readAnswersIn(settings().REPORTS_DIR);
}

/** The answers of the run that left its reports in a folder; throws one sentence where there are none. */
export function readAnswersIn(folder: string): RunAnswers {
  const file = path.join(folder, 'answers.json');
  if (!existsSync(file)) throw new Error(`${file} does not exist. Run ${PROGRAM} run first, or set REPORTS_DIR.`);
  return readJsonFile<RunAnswers>(file, runSchema).value;
}

const runSchema = { ...schema, $id: 'answers', required: [...schema.required, 'complete'] };

/** A JSON value as a ledger writes it: members in order, what fits on a line on one line, so that an answer is one line of a diff. */
export function ledgerText(value: unknown): string {
  return `${stringify(sortMembers(value), { maxLength: 110 })}\n`;
}
