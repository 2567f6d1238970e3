import type { Capability } from './capabilities.ts';

/** What a run judges: a service, or a client of it behind the gate. */
export type Subject = 'service' | 'client';

/** How binding a requirement is, the strictest first. */
export const levels = ['must', 'should', 'question'] as const;
export type Level = (typeof levels)[number];

/** One statement of the reference in our own words: the section it comes from, its level, its sentence. */
export interface Requirement {
  readonly level: Level;
  readonly section: string;
  readonly text: string;
  /** Of a must the clause of the reference that forces it, in our own words: docs/reference.md. */
  readonly because?: string;
  /** What a target needs so that its tests tell anything; a mock without it says so in WITHOUT. */
  readonly needs?: readonly Capability[];
}

/** A silence of the reference that no request can break, with the reason why. It has no test. */
export interface Unasked extends Requirement {
  readonly unasked: string;
}

/** A row that the reference states: a breach is non-conformance. `because` names the clause that leaves no other reading. */
export function must(section: string, text: string, because: string, ...needs: Capability[]): Requirement {
  return { level: 'must', section, text, because, needs };
}

/** A row that the reference does not state but every client relies on: a breach is a warning. */
export function should(section: string, text: string, ...needs: Capability[]): Requirement {
  return { level: 'should', section, text, needs };
}

/** A row where the reference is silent: the suite asks, records the answer and never fails on it. */
export function question(section: string, text: string, ...needs: Capability[]): Requirement {
  return { level: 'question', section, text, needs };
}

/** A row where the reference is silent and no request can ask; `reason` says why. */
export function unasked(section: string, text: string, reason: string): Unasked {
  return { level: 'question', section, text, unasked: reason };
}

/** A row of the register with its id and the endpoint that it belongs to. */
export type RegisteredRequirement = Requirement &
  Partial<Pick<Unasked, 'unasked'>> & {
    readonly id: string;
    readonly endpoint: string;
    /** The first set that holds it: src/api/sets.ts. */
    readonly since?: string;
  };
