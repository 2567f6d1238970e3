import { isPartial, type Part, partialWords } from '../run/part.ts';
import type { Selected } from './selection.ts';
import { isNotSelected, type RequirementOutcome } from './verdict.ts';

/** What of a whole run a result stands on. */
interface Extent {
  readonly shards?: Part | undefined;
  readonly selection: Selected;
}

/** Why a result is a part of a run: `shard 3 of 3 is missing`, `4 of 312 tests were selected`; undefined where it is whole. */
export function partWords({ shards, selection }: Extent): string | undefined {
  if (isPartial(shards)) return partialWords(shards);
  const { tests, of, argv } = selection;
  return tests < of ? `${tests} of ${of} tests were selected by ${argv.join(' ') || 'no option'}` : undefined;
}

/** How many musts a selection leaves out, in one number; nothing where it has them all. */
export function notSelectedWords(requirements: readonly RequirementOutcome[]): string[] {
  const musts = requirements.filter(({ level }) => level === 'must');
  const out = musts.filter(isNotSelected).length;
  return out === 0 ? [] : [`Not selected, or not with all their tests: ${out} of ${musts.length} musts.`];
}
