import { isDeepStrictEqual } from 'node:util';
import { clientRegister, register } from '#api/register';
import { isObject } from '#api/values/json';
import type { Ledger, Responses, RunResponses } from './responses.ts';

/** Pairs the rows of two runs or ledgers by their keys; returns those that only one has, too. */
export function compareRows<T>(before: readonly T[], after: readonly T[], keyOf: (row: T) => string) {
  const old = new Map(before.map((row) => [keyOf(row), row]));
  const keys = new Set(after.map(keyOf));
  const pairs = after.flatMap((row) => {
    const known = old.get(keyOf(row));
    return known === undefined ? [] : [[known, row] as const];
  });
  return {
    pairs,
    new: after.filter((row) => !old.has(keyOf(row))),
    gone: before.filter((row) => !keys.has(keyOf(row))),
  };
}

interface Difference {
  readonly at: readonly string[];
  readonly old: unknown;
  readonly new: unknown;
}

/** Returns the differences of two values, as deep as possible; `shared` ignores fields that only one of them has. */
export function findChanges(before: unknown, after: unknown, shared = false, at: readonly string[] = []): Difference[] {
  if (!isObject(before) || !isObject(after))
    return isDeepStrictEqual(before, after) ? [] : [{ at, old: before, new: after }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const inBoth = (name: string) => Object.hasOwn(before, name) && Object.hasOwn(after, name);
  const deep = (name: string) => inBoth(name) && isObject(before[name]) && isObject(after[name]);
  const compared = names.filter((name) => !deep(name) && (inBoth(name) || !shared));
  const flat = compared.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const pick = (value: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(flat.filter((name) => Object.hasOwn(value, name)).map((name) => [name, value[name]]));
  const outer = flat.length === 0 ? [] : [{ at, old: pick(before), new: pick(after) }];
  const inner = names.filter(deep).flatMap((name) => findChanges(before[name], after[name], shared, [...at, name]));
  return [...outer, ...inner];
}

/** A response that only one of two ledgers has, with the requirement or operation that it is of. */
type LoneResponse = ReturnType<typeof getRows>[number];

export type Change = Difference & Omit<LoneResponse, 'answer'>;

/** The comparison of two ledgers; `same` counts the responses that do not differ. */
export interface Comparison {
  readonly same: number;
  readonly changed: readonly Change[];
  readonly new: readonly LoneResponse[];
  readonly gone: readonly LoneResponse[];
}

/** Returns the differences between two sets of responses; `shared` compares only what both of them have. */
export function compareResponses(before: Responses, after: Responses, shared = false): Comparison {
  const { pairs, ...lone } = compareRows(getRows(before), getRows(after), ({ of, title }) =>
    JSON.stringify([of, title]),
  );
  const changes = pairs.map(([old, { of, title, answer: response }]) =>
    findChanges(old.answer, response, shared).map((difference) => ({ of, title, ...difference })),
  );
  const same = changes.filter(({ length }) => length === 0).length;
  return { same, changed: changes.flat(), ...(shared ? { new: [], gone: [] } : lone) };
}

/** Returns the differences between two ledgers; `shared` compares only what both of them have. */
export function compareLedgers(before: Ledger, after: Ledger, shared = false): Comparison {
  return compareResponses({ ...before.answers, ...before.observed }, { ...after.answers, ...after.observed }, shared);
}

function getRows(responses: Responses) {
  return Object.entries(responses).flatMap(([of, titles]) =>
    Object.entries(titles).map(([title, response]) => ({ of, title, answer: response })),
  );
}

export interface Drift extends Comparison {
  readonly ledger: string;
  /** True if the ledger was accepted at another DEPTH, so that only what both asked is compared. */
  readonly otherDepth: boolean;
}

/** Compares a run with a ledger: missing responses and observations count only if the run asked all of an operation. */
export function getDrift(ledger: Ledger, run: RunResponses): Omit<Drift, 'ledger'> {
  const otherDepth = ledger.depth !== run.depth;
  const isComplete = (of: string) => run.complete.includes(getEndpoint(of));
  const isAsked = (of: string) => isComplete(of) || Object.hasOwn(run.answers, of);
  const before = { ...only(ledger.answers, isAsked), ...only(ledger.observed, isComplete) };
  const found = compareResponses(before, { ...run.answers, ...only(run.observed, isComplete) }, otherDepth);
  return { otherDepth, ...found, gone: found.gone.filter(({ of }) => isComplete(of)) };
}

/** Returns the operation of a requirement, which may have left the register since; an operation is its own. */
function getEndpoint(of: string): string {
  return [...register, ...clientRegister].find(({ id }) => id.slice(0, 3) === of.slice(0, 3))?.endpoint ?? of;
}

function only(responses: Responses, isKept: (of: string) => boolean): Responses {
  return Object.fromEntries(Object.entries(responses).filter(([of]) => isKept(of)));
}

/** Returns true if nothing has drifted. */
export function isSteady({ changed, new: fresh, gone }: Comparison): boolean {
  return changed.length + fresh.length + gone.length === 0;
}

/** Returns the ledger that accepts a run: its responses, and the accepted ones of what it did not ask. */
export function acceptRun(ledger: Ledger | undefined, { complete, ...run }: RunResponses): Ledger {
  const isComplete = (of: string) => complete.includes(getEndpoint(of));
  const isKept = (of: string) => !isComplete(of);
  const kept = only(ledger?.answers ?? {}, isKept);
  const merged = Object.entries(run.answers).map(([of, titles]) => [of, { ...kept[of], ...titles }] as const);
  return {
    ...run,
    answers: { ...kept, ...Object.fromEntries(merged) },
    observed: { ...only(ledger?.observed ?? {}, isKept), ...only(run.observed, isComplete) },
  };
}
