import type { Depth, WantedTests } from '../../suite/results/selection.ts';
import type { ListedTest } from './listed-tests.ts';

/** The text of tests/wanted.json: how many tests the suite has at each DEPTH, in all and of each requirement. */
export function wantedText(listed: Readonly<Record<Depth, readonly ListedTest[]>>): string {
  const tables = Object.entries(listed).map(([depth, tests]) => [depth, wantedOf(tests)]);
  return `${JSON.stringify(Object.fromEntries(tables), null, 2)}\n`;
}

function wantedOf(tests: readonly ListedTest[]): WantedTests {
  const ids = [...new Set(tests.flatMap(({ tags }) => tags))].sort();
  const count = (id: string) => tests.filter(({ tags }) => tags.includes(id)).length;
  return { tests: tests.length, of: Object.fromEntries(ids.map((id) => [id, count(id)])) };
}
