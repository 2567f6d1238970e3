import type { Capability } from './capabilities.ts';

/** Describes what a run judges: a service, or a client of it behind the gate. */
export type Subject = 'service' | 'client';

/** Says how binding a requirement is, the strictest first. */
export const levels = ['must', 'should', 'question'] as const;
export type Level = (typeof levels)[number];

/** One statement of the reference in our own words. Its row is in requirements/. */
export interface RegisteredRequirement {
  readonly id: string;
  readonly endpoint: string;
  readonly level: Level;
  /** The section of the reference. */
  readonly section: string;
  readonly text: string;
  /** The clause of the reference that forces a must, in our own words: docs/reference.md. */
  readonly because?: string;
  /** Holds what a target needs so that its tests can tell anything; a mock without it says so in WITHOUT. */
  readonly needs?: readonly Capability[];
  /** Gives the reason why no request can ask a question. It has no test. */
  readonly unasked?: string;
  /** The package version that added it. */
  readonly since?: string;
}
