import type { Run } from './runs.ts';

/** Holds what the name of a target ends with that one fault makes wrong and every test is held against. */
export const EVERY_TEST = ' (every test)';

/** Returns how many requirements fail for a single fault: one fault, one cause. The widest are named with what fails. */
export function distributionWords(runs: readonly Run[]): string {
  const failed = [...new Set(runs.map(({ target }) => target))].map((target) => ({
    fault: target.slice(0, -EVERY_TEST.length),
    ids: idsOf(runs.filter((run) => run.target === target && run.outcome === 'noticed')),
  }));
  if (failed.length === 0) return '';
  const counts = failed.map(({ ids }) => ids.length).sort((one, other) => one - other);
  const wide = failed.filter(({ ids }) => ids.length > 3);
  return [
    `${failed.length} faults held against every test: the requirements that fail for one are ${counts.join(', ')}; median ${counts[counts.length >> 1]}`,
    ...wide.map(({ fault, ids }) => `  ${fault}: ${ids.join(', ')}`),
    '',
  ].join('\n');
}

/** Returns what a test also answers does not fail with it. */
function idsOf(runs: readonly Run[]): string[] {
  const asserted = runs.flatMap(({ requirements, levels }) =>
    requirements.filter((_, index) => levels[index] !== 'question'),
  );
  return [...new Set(asserted)].sort();
}
