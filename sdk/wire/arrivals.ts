import type { Duplex } from 'node:stream';
import type { Connections } from './connection.ts';
import type { Reply, Sent, Stray, StrayKind } from './traffic.ts';

/** When something arrived, and its place among all that did. */
type Arrival = Pick<Sent, 'number' | 'at'>;

/** Numbers all that arrives, in its order, and hands it on. */
export interface Arrivals {
  readonly next: () => Arrival;
  readonly answer: (sent: Sent) => Promise<Reply>;
  readonly stray: (kind: StrayKind, text: string, arrival?: Arrival) => void;
}

/** What the servers of a listener share. */
export interface Within {
  readonly arrivals: Arrivals;
  readonly connections: Connections;
  /** Takes a stream as a new connection. */
  readonly take: (stream: Duplex) => void;
}

/** What is done with all that arrives. */
export interface Receiver {
  readonly answer: (sent: Sent) => Promise<Reply>;
  readonly stray: (stray: Stray) => void;
}

/** Starts counting at one. */
export function newArrivals({ answer, stray }: Receiver): Arrivals {
  let count = 0;
  const next = () => {
    count += 1;
    return { number: count, at: new Date().toISOString() };
  };
  return {
    next,
    answer,
    stray: (kind, text, { number, at } = next()) => stray({ number, at, kind, text }),
  };
}
