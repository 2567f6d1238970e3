import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import stringify from 'json-stringify-pretty-compact';
import { groupByKey } from '#api/group-by-key';
import { getHeaderKind, headerKinds } from '#api/response-shape';
import { listDistinct, sortFields } from '#api/values/json';
import type { Observation, ObservedFact } from '#run/channels';
import { readJsonFile } from '#run/json-file';
import type { Settings } from '#run/settings/settings';
import type { RequirementOutcome } from '../verdict.ts';
import schema from './ledger.schema.json' with { type: 'json' };

/** Recorded responses by the requirement or the operation that they belong to, then by title. */
export type Responses = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface Ledger {
  readonly target: string;
  readonly depth: Settings['DEPTH'];
  readonly answers: Responses;
  readonly observed: Responses;
}

export interface RunResponses extends Ledger {
  readonly complete: readonly string[];
}

interface RecordedRun extends Omit<RunResponses, 'target' | 'answers'> {
  readonly target: { readonly name: string };
  readonly requirements: readonly Pick<RequirementOutcome, 'id' | 'answers'>[];
}

/** Returns the responses that the result of a run holds. */
export function getResponses({ target, depth, complete, observed, requirements }: RecordedRun): RunResponses {
  const rows = requirements.filter(({ answers: responses = [] }) => responses.length > 0);
  const titled = ({ answers = [] }: RecordedRun['requirements'][number]) =>
    Object.fromEntries(answers.map(({ title, answer: response }) => [title, response]));
  const answers = Object.fromEntries(rows.map((row) => [row.id, titled(row)]));
  return { target: target.name, depth, complete, answers, observed };
}

type LedgerFolder = Pick<Settings, 'LEDGERS_DIR'>;

export function getLedgerFile({ LEDGERS_DIR }: LedgerFolder, target: string): string {
  return path.join(LEDGERS_DIR, `${encodeURIComponent(target)}.json`);
}

/** Returns the ledger of a target; undefined if it has none. Throws if the file is invalid or of another target. */
export function readLedger(folder: LedgerFolder, target: string): Ledger | undefined {
  const file = getLedgerFile(folder, target);
  if (!existsSync(file)) return undefined;
  const ledger = readLedgerFile(file);
  if (ledger.target === target) return ledger;
  throw new Error(
    `${file} is the ledger of "${ledger.target}". Expected "${target}". Set TARGET="${ledger.target}", or rename the file to the target that it holds.`,
  );
}

export function listLedgers({ LEDGERS_DIR }: LedgerFolder): string[] {
  const names = existsSync(LEDGERS_DIR) ? readdirSync(LEDGERS_DIR) : [];
  return names.filter((name) => name.endsWith('.json')).map((name) => decodeURIComponent(name.slice(0, -5)));
}

/** Reads a ledger. Throws one sentence if it is invalid. */
export function readLedgerFile(file: string): Ledger {
  return readJsonFile<Ledger>(file, schema).value;
}

/** Returns a JSON value as a ledger writes it: sorted fields, short values on one line, for readable diffs. */
export function toLedgerText(value: unknown): string {
  return `${stringify(sortFields(value), { maxLength: 110 })}\n`;
}

/** Returns the observations of each operation, by operation and title: the same whichever worker saw them, and when. */
export function getObservations(observations: readonly Observation[]): Responses {
  const rows = byEndpoint(observations).map(([endpoint, found]) => {
    const titles = Object.entries(toTitles(found.flatMap(({ facts }) => facts))).sort(([a], [b]) => (a < b ? -1 : 1));
    return [endpoint, Object.fromEntries(titles.map(([title, response]) => [title, sortFields(response)]))];
  });
  return Object.fromEntries(rows);
}

function byEndpoint(observations: readonly Observation[]) {
  return [...groupByKey(observations, ({ endpoint }) => endpoint)].sort(([a], [b]) => (a < b ? -1 : 1));
}

type Of<K extends ObservedFact['kind']> = readonly Extract<ObservedFact, { kind: K }>[];

function toTitles(facts: readonly ObservedFact[]): Record<string, unknown> {
  const of = <K extends ObservedFact['kind']>(kind: K) =>
    facts.filter((fact): fact is Extract<ObservedFact, { kind: K }> => fact.kind === kind);
  const statuses = new Set([
    ...of('success status').map(({ value }) => value),
    ...of('error body').map(({ status }) => status),
  ]);
  return {
    'Success status': { status: oneOrAll(of('success status')) },
    'Error body': describeErrorBody(of('error body')),
    'Codes and labels': oneOrAll(of('code')),
    ...byTitle(of('unnamed member'), ({ name }) => `Member that the reference does not name: ${name}`),
    ...byTitle(of('media type'), (fact) => `Media type of ${fact.of === 'success' ? 'a success' : 'an error'}`),
    ...describeHeaders(of('header'), statuses.size),
  };
}

/** Returns one shape if all errors have the same; else one for each status. */
function describeErrorBody(facts: Of<'error body'>): unknown {
  const shared = listValues(facts);
  return shared.length === 1 ? shared[0] : byTitle(facts, ({ status }) => String(status));
}

/** Returns a row for each kind of header field, even if none came; a name has the statuses it came with. */
function describeHeaders(facts: Of<'header'>, statuses: number): Record<string, unknown> {
  const onWhich = (sameField: Of<'header'>) => {
    const seen = listValues(sameField);
    return seen.length === statuses ? 'every status' : seen;
  };
  const rows = Object.keys(headerKinds).map((kind) => {
    const ofKind = facts.filter(({ name }) => getHeaderKind(name) === kind);
    const byName = [...groupByKey(ofKind, ({ name }) => name)].map(([name, found]) => [name, onWhich(found)]);
    return [`Header fields: ${kind}`, Object.fromEntries(byName)];
  });
  return Object.fromEntries(rows);
}

function byTitle<F extends ObservedFact>(facts: readonly F[], titleOf: (fact: F) => string): Record<string, unknown> {
  return Object.fromEntries([...groupByKey(facts, titleOf)].map(([title, found]) => [title, oneOrAll(found)]));
}

/** Returns the value if all facts have the same; else every distinct one. */
function oneOrAll(facts: readonly ObservedFact[]): unknown {
  const values = listValues(facts);
  return values.length === 1 ? values[0] : values;
}

function listValues(facts: readonly ObservedFact[]): unknown[] {
  return listDistinct(facts.map(({ value }) => value));
}

export type Times = Readonly<ReturnType<typeof getTimes>>;

/** Returns the median and slowest response time of each operation; they vary, so no ledger holds them. */
export function getResponseTimes(observations: readonly Observation[]): Readonly<Record<string, Times>> {
  const timed = byEndpoint(observations).map(
    ([endpoint, found]) => [endpoint, getTimes(found.flatMap(({ milliseconds }) => milliseconds))] as const,
  );
  return Object.fromEntries(timed);
}

function getTimes(milliseconds: readonly number[]) {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return { median: Math.round((lower + upper) * 5) / 10, slowest: sorted.at(-1) ?? 0 };
}
