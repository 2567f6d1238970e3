import { getDependencies } from '#api/register';
import { findRootCauses } from '#results/finished-test';
import type { Run } from './runs.ts';

/** Suffix of a target's name: a target with one fault that every test runs against. */
export const EVERY_TEST = ' (every test)';

/** Returns the numbers of requirements that fail per fault. One fault is one root cause; the widest are listed. */
export function distributionWords(runs: readonly Run[]): string {
  const failed = [...new Set(runs.map(({ target }) => target))].map((target) => ({
    fault: target.slice(0, -EVERY_TEST.length),
    ids: listFailedRequirements(runs.filter((run) => run.target === target)),
  }));
  if (failed.length === 0) return '';
  const counts = failed.map(({ ids }) => ids.length).sort((one, other) => one - other);
  const wide = failed.filter(({ ids }) => ids.length > 3);
  return [
    `${failed.length} faults with every test: the requirements that fail for one are ${counts.join(', ')}; median ${counts[counts.length >> 1]}`,
    ...wide.map(({ fault, ids }) => `  ${fault}: ${ids.join(', ')}`),
    '',
  ].join('\n');
}

/** Returns the failed tests of one target that are their own root cause. */
export function listOwnFailures(runs: readonly Run[]): Run[] {
  const failed = runs.filter(({ outcome }) => outcome === 'noticed').map((run) => ({ ...run, ids: assertedBy(run) }));
  const causes = findRootCauses(failed, getDependencies);
  return failed.filter((run) => !causes.has(run));
}

/** Returns the requirements that fail on one target by themselves, without questions. */
export function listFailedRequirements(runs: readonly Run[]): string[] {
  return [...new Set(listOwnFailures(runs).flatMap(assertedBy))].sort();
}

function assertedBy({ requirements, levels }: Run): string[] {
  return requirements.filter((_, index) => levels[index] !== 'question');
}
