import type { Stray } from '../wire/traffic.ts';
import type { RecordedRequest } from './record.ts';

/** What was recorded of a run. */
export interface Log {
  readonly requests: RecordedRequest[];
  /** What arrived and was no request that could be judged. */
  readonly strays: Stray[];
  /** Requests to other hosts, as `GET host/path` without the query. */
  readonly refused: string[];
  /** Connections to hosts that the user lets out, as `host:port`. */
  readonly passed: string[];
  /** What went wrong inside the gate itself. */
  readonly errors: string[];
}

/** A log of nothing yet. */
export function newLog(): Log {
  return { requests: [], strays: [], refused: [], passed: [], errors: [] };
}
