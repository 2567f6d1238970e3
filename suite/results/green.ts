import { settings } from '../run/context.ts';
import { mergedRun } from '../run/merged.ts';
import { isPartial } from '../run/part.ts';
import type { Conformance } from './document.ts';
import { isSteady } from './ledger/drift.ts';

/**
 * A run that exercised nothing, met an error of its own, was stopped by the guard, lost its target or, where it
 * certifies, is INCOMPLETE, is not green. A shard is always INCOMPLETE, and it may have no test at all: there the merge
 * decides, which no shard may miss.
 */
export function isGreen(document: Conformance): boolean {
  const { exercised, errors, guard, unreachable, verdict, waivers, drift, shards, requirements } = document;
  const isShard = isPartial(shards);
  const isStale = waivers.some(({ outcome }) => outcome === 'to be deleted');
  const hasDrifted = settings().DRIFT === 'fail' && drift !== null && !isSteady(drift);
  const isShort = settings().CERTIFY && verdict === 'INCOMPLETE' && !isShard;
  const isEmpty = !exercised && !(isShard && requirements.every(({ tests }) => tests.length === 0));
  const isTorn = isShard && mergedRun() !== undefined;
  const isStopped = errors.length > 0 || guard.stopped !== null || unreachable !== null;
  return !isStopped && !isEmpty && !isStale && !hasDrifted && !isShort && !isTorn;
}
