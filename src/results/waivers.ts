import { existsSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readJsonFile } from '#run/json-file';
import { isExpired, type PlacedWaiver, type Waiver } from '#run/judging';
import type { Settings } from '#run/settings/settings';
import type { RequirementOutcome, TestOutcome } from './verdict.ts';
import schema from './waivers.schema.json' with { type: 'json' };

/** Reads the waivers of a target; none if it has no file. Throws one sentence if the file is invalid. */
export function readWaivers({ TARGET, WAIVERS_DIR }: Pick<Settings, 'TARGET' | 'WAIVERS_DIR'>): PlacedWaiver[] {
  const file = path.join(WAIVERS_DIR, `${encodeURIComponent(TARGET)}.json`);
  if (TARGET === '' || !existsSync(file)) return [];
  const { value, linesOf } = readJsonFile<{ waivers: Waiver[] }>(file, schema);
  return value.waivers.map((waiver, index) => {
    const [first, last] = linesOf(['waivers', index]);
    const lines = first === last ? `line ${first}` : `lines ${first} to ${last}`;
    return { ...waiver, place: `${lines} of ${file}` };
  });
}

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
  const pinned = row.tests.filter((test) => isPinnedTo(waiver, test));
  return pinned.length > 0 && pinned.every(({ outcome }) => outcome === 'passed')
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
