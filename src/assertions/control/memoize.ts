import type { TestInfo } from '@playwright/test';
import { getRunningTest, runShared } from '#run/running-test';

/** Runs a function once for each argument. */
export function memoize<A, R>(run: (argument: A) => R): (argument: A) => R {
  const results = new Map<A, R>();
  return (argument) => {
    const result = results.get(argument) ?? run(argument);
    results.set(argument, result);
    return result;
  };
}

interface Made<R> {
  readonly result: Promise<R>;
  readonly askedBy: TestInfo | undefined;
  readonly tries: number;
  isKept: boolean;
}

/** Runs a function once per argument, and again after a failure or an unusable result, at most twice per test. */
export function memoizeSuccess<A, R>(
  run: (argument: A) => Promise<R>,
  isKept: (result: R) => boolean = () => true,
): (argument: A) => Promise<R> {
  const results = new Map<A, Made<R>>();
  return (argument) => {
    const known = results.get(argument);
    const askedBy = getRunningTest();
    const tries = known?.askedBy === askedBy ? (known?.tries ?? 0) : 0;
    if (known && (known.isKept || tries >= 2)) return known.result;
    const made: Made<R> = { result: run(argument), askedBy, tries: tries + 1, isKept: true };
    results.set(argument, made);
    made.result.then(
      (result) => Object.assign(made, { isKept: isKept(result) }),
      () => Object.assign(made, { isKept: false }),
    );
    return made.result;
  };
}

/** Returns a function that asks once for each name, and again after a failure. */
export function createOnce<R>() {
  const known = new Map<string, Promise<R>>();
  return (name: string, ask: () => Promise<R>): Promise<R> => {
    const found = known.get(name) ?? runShared(name, ask);
    known.set(name, found);
    found.catch(() => known.delete(name));
    return found;
  };
}
