import { context } from '#run/context';

export const runContext = context();

/** The settings of the run, which decide what tests there are and what they send. */
export const { settings } = runContext;

/** Returns the current time; in a replay, the time of the recorded run. */
export function now(): Date {
  const { replay, started } = runContext;
  return new Date(Date.now() - (replay ? Date.parse(started) - Date.parse(replay.started) : 0));
}
