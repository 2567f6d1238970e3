import { test } from '@playwright/test';
import { getText } from '#api/exchange';
import { endpointOfFile } from '#api/operations';
import { awaitTurn, type StartedCase, startCase } from '#run/in-order';
import { isSmokeTest } from '#run/run-context';
import { runInRow } from '#run/running-test';
import { getDefaults } from '#run/settings/target';
import { suiteError } from '#run/skip';
import { getBudget } from '#safety/budget';
import { runContext } from './run.ts';

/** Runs a case for each row, at least one, several at a time; returns the results in order. */
export async function eachCase<R, T = void>(
  rows: Iterable<R>,
  run: (row: R, index: number) => Promise<T>,
): Promise<T[]> {
  const all = [...rows].slice(0, isSmokeTest(runContext) ? 1 : undefined);
  if (all.length === 0) suiteError('a test has no case');
  const { annotations, file } = test.info();
  annotations.push({ type: 'cases', description: all.map(getTitle).join('; ') });
  const endpoint = endpointOfFile(file);
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
  const names = { name: getText(row, 'name'), title: getTitle(row, index) };
  const runToEnd = async () => {
    try {
      return await run(row, index);
    } finally {
      await awaitTurn();
    }
  };
  return startCase(names, () => runInRow(index, runToEnd));
}

function getTitle(row: unknown, index: number): string {
  return getText(row, 'name') || (row instanceof Object ? `case ${index + 1}` : String(row));
}

/** Returns the number of independent requests that a worker sends at a time. */
export function concurrency(): number {
  const { isSerial, settings } = runContext;
  return isSerial ? 1 : getDefaults(settings).CONCURRENCY;
}
