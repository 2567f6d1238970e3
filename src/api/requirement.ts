import type { Capability } from './capabilities.ts';

export type Subject = 'service' | 'client';

export const levels = ['must', 'should', 'question'] as const;
export type Level = (typeof levels)[number];

/** One statement of the reference in our own words. Its row is in requirements/. */
export interface RegisteredRequirement {
  readonly id: string;
  readonly endpoint: string;
  readonly level: Level;
  readonly section: string;
  readonly text: string;
  /** The clause of the reference that forces a must, in our own words: docs/reference.md. */
  readonly because?: string;
  /** The capabilities that its tests need to decide anything. */
  readonly needs?: readonly Capability[];
  /** The reason why no request can ask a question, which then has no test. */
  readonly unasked?: string;
  readonly since?: string;
}
