import { test } from '@playwright/test';
import { endpointOfFile } from '#api/operations';
import { inRow } from '#http/replay/scope';
import { settings } from '#run/context';
import { ahead, type Turn } from '#run/in-order';
import { usual } from '#run/settings/target';
import { budgetOf } from '#safety/budget/budgets';

const names = new WeakMap<object, string>();

/**
 * Sends a request for each row, several at a time, and gives the rows with their answers in order:
 * for requests that do not depend on each other. What a test says and shows is the same whatever the number.
 */
export async function* sideBySide<R, A>(
  rows: Iterable<R>,
  send: (row: R) => Promise<A>,
): AsyncGenerator<readonly [R, A], void, undefined> {
  const all = [...rows];
  const atOnce = isBudgeted() ? 1 : concurrency();
  const started: Turn<A>[] = [];
  try {
    for (const [index, row] of all.entries()) {
      for (const next of all.slice(started.length, index + atOnce)) {
        const place = started.length;
        started.push(ahead(() => inRow(place, () => send(next))));
      }
      const turn = started[index];
      if (!turn) continue;
      const answer = await turn.take();
      nameCase(row, answer);
      yield [row, answer];
    }
  } finally {
    await Promise.all(started.map(({ done }) => done)); // what is on its way belongs to this test
  }
}

/** How many requests that do not depend on each other may be on their way from a worker at once. */
export function concurrency(): number {
  return usual(settings()).CONCURRENCY;
}

/** The case that an answer is of; undefined where a test has no cases. */
export function caseOf(answer: object): string | undefined {
  return names.get(answer);
}

/** Names an answer by the case of many that it is of, where the row that was sent has a name. */
function nameCase(row: unknown, answer: unknown): void {
  if (typeof answer !== 'object' || answer === null || typeof row !== 'object' || row === null) return;
  if ('name' in row && typeof row.name === 'string') names.set(answer, row.name);
}

/** Where few resources may be created, whether the next request may be sent depends on what the last one created. */
function isBudgeted(): boolean {
  const endpoint = endpointOfFile(test.info().file);
  const budget = endpoint && budgetOf(endpoint);
  return budget !== undefined && Number.isFinite(budget.most);
}
