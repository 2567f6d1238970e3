import { groupByKey } from '#api/group-by-key';
import { getHeaderKind, headerKinds } from '#api/notable-headers';
import { sortMembers } from '#api/values/json';
import type { Fact, Observation } from '#run/channel-table';
import { readChannel } from '#run/channels';
import type { Answers } from './answers.ts';

/** Returns the observations that the workers of this run recorded. */
export function seenInRun(): readonly Observation[] {
  return readChannel('observed');
}

/** Returns the observations of each operation, by operation and title: the same whichever worker saw them, and when. */
export function observedOf(observations: readonly Observation[]): Answers {
  const endpoints = [...new Set(observations.map(({ endpoint }) => endpoint))].sort();
  const rows = endpoints.map((endpoint) => {
    const own = observations.filter((observation) => observation.endpoint === endpoint);
    return [endpoint, titled(own.flatMap(({ facts }) => facts))] as const;
  });
  return Object.fromEntries(rows.map(([endpoint, titles]) => [endpoint, sorted(titles)]));
}

/** Titles come in the order in which they were seen first. */
function sorted(titles: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(titles).sort();
  return Object.fromEntries(names.map((name) => [name, sortMembers(titles[name])]));
}

type Of<K extends Fact['kind']> = readonly Extract<Fact, { kind: K }>[];

function titled(facts: readonly Fact[]): Record<string, unknown> {
  const of = <K extends Fact['kind']>(kind: K) =>
    facts.filter((fact): fact is Extract<Fact, { kind: K }> => fact.kind === kind);
  const statuses = new Set([
    ...of('success status').map(({ value }) => value),
    ...of('error body').map(({ status }) => status),
  ]);
  return {
    'Success status': { status: oneOrAll(of('success status')) },
    'Error body': errorBody(of('error body')),
    'Codes and labels': oneOrAll(of('code')),
    ...byTitle(of('unnamed member'), ({ name }) => `Member that the reference does not name: ${name}`),
    ...byTitle(of('media type'), (fact) => `Media type of ${fact.of === 'success' ? 'a success' : 'an error'}`),
    ...headers(of('header'), statuses.size),
  };
}

/** Returns one shape if all errors have the same; else one for each status. */
function errorBody(facts: Of<'error body'>): unknown {
  const shared = distinct(facts);
  return shared.length === 1 ? shared[0] : byTitle(facts, ({ status }) => String(status));
}

/** Returns a row for each kind of header field, even if none came; a name has the statuses it came with. */
function headers(facts: Of<'header'>, statuses: number): Record<string, unknown> {
  const onWhich = (own: Of<'header'>) => {
    const seen = distinct(own);
    return seen.length === statuses ? 'every status' : seen;
  };
  return Object.fromEntries(
    Object.keys(headerKinds).map((kind) => {
      const own = groupByKey(
        facts.filter(({ name }) => getHeaderKind(name) === kind),
        ({ name }) => name,
      );
      return [`Header fields: ${kind}`, Object.fromEntries([...own].map(([name, rows]) => [name, onWhich(rows)]))];
    }),
  );
}

function byTitle<F extends Fact>(facts: readonly F[], titleOf: (fact: F) => string): Record<string, unknown> {
  return Object.fromEntries([...groupByKey(facts, titleOf)].map(([title, own]) => [title, oneOrAll(own)]));
}

/** Returns the value if all facts have the same; else every distinct one. */
function oneOrAll(facts: readonly Fact[]): unknown {
  const values = distinct(facts);
  return values.length === 1 ? values[0] : values;
}

function distinct(facts: readonly Fact[]): unknown[] {
  const byText = new Map(facts.map(({ value }) => [JSON.stringify(sortMembers(value)), value]));
  return [...byText.keys()].sort().map((text) => byText.get(text));
}

export interface Times {
  readonly median: number;
  readonly slowest: number;
}

/** Returns the median and slowest response time of each operation; they vary, so no ledger holds them. */
export function timesOf(observations: readonly Observation[]): Readonly<Record<string, Times>> {
  const all = new Map<string, number[]>();
  for (const { endpoint, milliseconds } of observations)
    all.set(endpoint, [...(all.get(endpoint) ?? []), ...milliseconds]);
  const rows = [...all].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(rows.map(([endpoint, milliseconds]) => [endpoint, summedUp(milliseconds)]));
}

function summedUp(milliseconds: readonly number[]): Times {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return { median: Math.round((lower + upper) * 5) / 10, slowest: sorted.at(-1) ?? 0 };
}
