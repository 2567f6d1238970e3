import type { Endpoint } from '../../suite/core/operations.ts';
import type { Log } from './log.ts';

/** How one run of the command ended. */
export interface Ending {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly timedOut: boolean;
  readonly milliseconds: number;
}

/** One round that was run, and whether the command survived it: ended by itself, in time, with exit code 0. */
export interface FinishedRound extends Ending {
  readonly name: string;
  readonly endpoint: Endpoint | null;
  readonly survived: boolean;
}

/** What a run came to, as it stands: rounds are added as they end. */
export interface GateRun extends Log {
  readonly rounds: readonly FinishedRound[];
}
