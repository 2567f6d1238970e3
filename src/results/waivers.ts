import { isDeepStrictEqual } from 'node:util';
import { isExpired, type PlacedWaiver } from '#run/judging';
import type { RequirementOutcome, TestOutcome } from './verdict.ts';

/** A waiver with its outcome in one run: `applied`, `idle` (its requirement was not exercised) or `to be deleted`. */
export interface WaiverOutcome extends PlacedWaiver {
  readonly outcome: 'applied' | 'idle' | 'to be deleted';
  readonly problem?: string;
}

/** Returns the outcome of each waiver; `selectsAll` is true if the run had every test of a requirement. */
export function judgeWaivers(
  waivers: readonly PlacedWaiver[],
  requirements: readonly RequirementOutcome[],
  selectsAll: (row: RequirementOutcome) => boolean,
  now = new Date(),
): WaiverOutcome[] {
  return waivers.map((waiver, index) => {
    const row = requirements.find(({ id }) => id === waiver.requirement);
    const isRepeated = waivers.findIndex((each) => isDeepStrictEqual(getPins(each), getPins(waiver))) < index;
    const fault = isRepeated ? 'an earlier waiver covers it' : getFault(waiver, row, selectsAll, now);
    const { requirement, place } = waiver;
    const problem = `Delete the waiver of ${requirement} at ${place}: ${fault}.`;
    if (fault !== undefined) return { ...waiver, outcome: 'to be deleted', problem };
    const isApplied = row?.tests.some(({ cause }) => cause?.kind === 'waived' && cause.place === place);
    return { ...waiver, outcome: isApplied ? 'applied' : 'idle' };
  });
}

function getFault(
  waiver: PlacedWaiver,
  row: RequirementOutcome | undefined,
  selectsAll: (row: RequirementOutcome) => boolean,
  now: Date,
): string | undefined {
  if (!row) return 'the requirement is unknown';
  if (row.level === 'question') return 'a question never fails';
  if (isExpired(waiver, now)) return `it expired on ${waiver.expires}`;
  if (!selectsAll(row)) return undefined;
  if (row.outcome === 'passed') return 'the requirement passes';
  const own = row.tests.filter((test) => isPinnedTo(waiver, test));
  return own.length > 0 && own.every(({ outcome }) => outcome === 'passed')
    ? 'the tests that it covers pass'
    : undefined;
}

function getPins({ requirement, test, industry, status, code }: PlacedWaiver) {
  return { requirement, test, industry, status, code };
}

function isPinnedTo(waiver: PlacedWaiver, test: TestOutcome): boolean {
  const isTest = waiver.test === undefined || waiver.test === test.title;
  return isTest && (waiver.industry === undefined || waiver.industry === test.industry);
}
