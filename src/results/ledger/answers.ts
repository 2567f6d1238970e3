import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import stringify from 'json-stringify-pretty-compact';
import { sortMembers } from '#api/values/json';
import { settings } from '#run/context';
import { readJsonFile } from '#run/json-file';
import type { Settings } from '#run/settings/settings';
import schema from './ledger.schema.json' with { type: 'json' };

/** Recorded responses by the requirement or the operation that they belong to, then by title. */
export type Answers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The accepted responses of one target. */
export interface Ledger {
  readonly target: string;
  readonly depth: Settings['DEPTH'];
  readonly answers: Answers;
  readonly observed: Answers;
}

/** The responses of one run. */
export interface RunAnswers extends Ledger {
  readonly complete: readonly string[];
}

interface AnsweredRun extends Omit<RunAnswers, 'target' | 'answers'> {
  readonly target: { readonly name: string };
  readonly requirements: readonly {
    readonly id: string;
    readonly answers?: readonly { readonly title: string; readonly answer: unknown }[];
  }[];
}

/** Returns the responses that the result of a run holds. */
export function answersOf({ target, depth, complete, observed, requirements }: AnsweredRun): RunAnswers {
  const rows = requirements.filter(({ answers = [] }) => answers.length > 0);
  const titled = ({ answers = [] }: AnsweredRun['requirements'][number]) =>
    Object.fromEntries(answers.map(({ title, answer }) => [title, answer]));
  const answers = Object.fromEntries(rows.map((row) => [row.id, titled(row)]));
  return { target: target.name, depth, complete, answers, observed };
}

/** Returns the file of a target's ledger. */
export function ledgerFile(target: string): string {
  return path.join(settings().LEDGERS_DIR, `${encodeURIComponent(target)}.json`);
}

/** Returns the ledger of a target; undefined if it has none. Throws if the file is invalid or of another target. */
export function readLedger(target: string): Ledger | undefined {
  const file = ledgerFile(target);
  if (!existsSync(file)) return undefined;
  const ledger = readLedgerFile(file);
  if (ledger.target === target) return ledger;
  throw new Error(
    `${file} is the ledger of "${ledger.target}". Expected "${target}". Set TARGET="${ledger.target}", or rename the file to the target that it holds.`,
  );
}

/** Returns the names of the targets whose ledgers exist. */
export function ledgerNames(): string[] {
  const { LEDGERS_DIR } = settings();
  const names = existsSync(LEDGERS_DIR) ? readdirSync(LEDGERS_DIR) : [];
  return names.filter((name) => name.endsWith('.json')).map((name) => decodeURIComponent(name.slice(0, -5)));
}

export function readLedgerFile(file: string): Ledger {
  return readJsonFile<Ledger>(file, schema).value;
}

/** Returns a JSON value as a ledger writes it: sorted fields, short values on one line, for readable diffs. */
export function ledgerText(value: unknown): string {
  return `${stringify(sortMembers(value), { maxLength: 110 })}\n`;
}
