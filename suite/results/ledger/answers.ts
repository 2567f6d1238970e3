import { existsSync } from 'node:fs';
import path from 'node:path';
import stringify from 'json-stringify-pretty-compact';
import { inOrder } from '../../core/values/json.ts';
import { settings } from '../../run/context.ts';
import { readJsonFile } from '../../run/json-file.ts';
import { PROGRAM } from '../../run/process/program.ts';
import type { Settings } from '../../run/settings/settings.ts';
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

/** The accepted answers of a target; undefined where it has none yet. Throws one sentence where the file is wrong. */
export function readLedger(target: string): Ledger | undefined {
  const file = ledgerFile(target);
  return existsSync(file) ? readJsonFile<Ledger>(file, schema).value : undefined;
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
  if (!existsSync(file))
    throw new Error(`${file} is not there: run ${PROGRAM} run first, or set REPORTS_DIR.`);
  const { value } = readJsonFile<RunAnswers>(file, {
    ...schema,
    $id: 'answers',
    required: runMembers,
  });
  return value;
}

const runMembers = [...schema.required, 'complete'];

/** A JSON value as a ledger writes it: members in order, what fits on a line on one line, so that an answer is one line of a diff. */
export function ledgerText(value: unknown): string {
  return `${stringify(inOrder(value), { maxLength: 110 })}\n`;
}
