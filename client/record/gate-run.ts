import type { Endpoint } from '#api/operations';
import type { Stray } from '../wire/traffic.ts';
import type { RecordedRequest } from './record.ts';

/** Describes what was recorded of a run. */
export interface Log {
  readonly requests: RecordedRequest[];
  /** Holds what arrived and was no request that could be judged. */
  readonly strays: Stray[];
  /** Requests to other hosts, as `GET host/path` without the query. */
  readonly refused: string[];
  /** Connections to hosts that the user lets out, as `host:port`. */
  readonly passed: string[];
  /** Holds what went wrong inside the gate itself. */
  readonly errors: string[];
}

/** Returns a log of nothing yet. */
export function newLog(): Log {
  return { requests: [], strays: [], refused: [], passed: [], errors: [] };
}

/** Says how one run of the command ended. */
export interface Ending {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly timedOut: boolean;
  readonly milliseconds: number;
}

/** Returns how the command ended, in a sentence. */
export function describeEnding({ code, timedOut }: Pick<Ending, 'code' | 'timedOut'>): string {
  if (timedOut) return 'It was still running at the end of its time.';
  return code === null ? 'It was ended by a signal.' : `It ended with exit code ${code}.`;
}

/** Describes one round that was run, and whether the command survived it: ended by itself, in time, with exit code 0. */
export interface FinishedRound extends Ending {
  readonly name: string;
  readonly endpoint: Endpoint | null;
  readonly survived: boolean;
}

/** Describes what a run came to, as it stands: rounds are added as they end. */
export interface GateRun extends Log {
  readonly rounds: readonly FinishedRound[];
}
