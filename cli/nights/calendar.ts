import rows from './calendar.json' with { type: 'json' };

/** What happens in a night of the rehearsal, and what is wanted of it. */
export interface Night {
  readonly what: string;
  readonly build: string;
  /** A fault of the embedded provider: docs/faults.md. */
  readonly fault?: string;
  /** The first answer that holds this word is a 500 in its place. */
  readonly badMoment?: string;
  readonly outage?: boolean;
  /** Milliseconds that each answer takes longer. */
  readonly slow?: number;
  /** The provider states that it cannot provide. */
  readonly lacks?: readonly string[];
  /** What is done with the issue of the target; nothing: none. */
  readonly issue?: string;
}

/** The nights of the rehearsal, in their order. */
export const calendar: readonly Night[] = rows;

const FIRST = Date.parse('2026-10-01T02:17:00.000Z');
const DAY = 86_400_000;

/** When a night begins. */
export function beginningOf(index: number): string {
  return new Date(FIRST + index * DAY).toISOString();
}
