import type { ResponseRecord } from '#api/exchange';
import { context } from '#run/context';
import { skipTest } from '#run/skip';

export const runContext = context();

/** The settings of the run, which decide what tests there are and what they send. */
export const { settings } = runContext;

/** Returns the current time; in a replay, the time of the recorded run. */
export function now(): Date {
  const { replay, started } = runContext;
  return new Date(Date.now() - (replay ? Date.parse(started) - Date.parse(replay.started) : 0));
}

/** Skips the test where the target's Date header (RFC 9110, 6.6.1) is more than an hour from this clock. */
export function stopIfClocksDiffer({ headers }: Pick<ResponseRecord, 'headers'>): void {
  const ours = now();
  const theirs = new Date(headers.date ?? '');
  if (Number.isNaN(theirs.getTime()) || Math.abs(theirs.getTime() - ours.getTime()) <= 3_600_000) return;
  skipTest({ kind: 'clock', ours: ours.toISOString(), theirs: theirs.toISOString() });
}
