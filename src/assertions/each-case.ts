import { test } from '@playwright/test';
import { endpointOfFile } from '#api/operations';
import { awaitTurn, type StartedCase, startCase } from '#run/in-order';
import { isSmokeTest } from '#run/run-context';
import { runInRow } from '#run/running-test';
import { getDefaults } from '#run/settings/target';
import { suiteError } from '#run/skip';
import { getBudget } from '#safety/budget';
import { runContext } from './run.ts';

/** Runs a case for each row, at least one, as a step of the test, several at a time; returns the results in order. */
export async function eachCase<R, T = void>(
  rows: Iterable<R>,
  run: (row: R, index: number) => Promise<T>,
): Promise<T[]> {
  const all = [...rows].slice(0, isSmokeTest(runContext) ? 1 : undefined);
  if (all.length === 0) suiteError('a test has no case');
  const endpoint = endpointOfFile(test.info().file);
  const most = endpoint && getBudget(endpoint, runContext) ? 1 : concurrency();
  const started: StartedCase<T>[] = [];
  const results: T[] = [];
  try {
    for (const index of all.keys()) {
      for (const row of all.slice(started.length, index + most)) started.push(start(row, started.length, run));
      const next = started[index];
      if (next) results.push(await next.finish());
    }
    return results;
  } finally {
    await Promise.all(started.map(({ arrived }) => arrived)); // their requests belong to this test
  }
}

function start<R, T>(row: R, index: number, run: (row: R, index: number) => Promise<T>): StartedCase<T> {
  const isRow = typeof row === 'object' && row !== null;
  const name = isRow && 'name' in row && typeof row.name === 'string' ? row.name : undefined;
  const title = name ?? (isRow ? `case ${index + 1}` : String(row));
  const step = async () => {
    try {
      return await run(row, index);
    } finally {
      await awaitTurn();
    }
  };
  const { file, line, column } = test.info();
  const location = { file, line, column }; // without one Playwright takes down the stack of every step
  return startCase(name, () => runInRow(index, () => test.step(title, step, { location })));
}

/** Returns the number of independent requests that a worker sends at a time. */
export function concurrency(): number {
  const { isSerial, settings } = runContext;
  return isSerial ? 1 : getDefaults(settings).CONCURRENCY;
}
