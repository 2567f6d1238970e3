import type { Cost } from './process.ts';

/** What one round measured, in the order in which it ran. */
export interface Round {
  readonly requests: number;
  readonly toFirst: number;
  readonly whole: Cost;
  readonly oneWorker: Cost;
  /** The whole run where everything fails. */
  readonly failing: Cost;
  readonly floor: Cost;
  /** The floor with a project an endpoint, as the suite is laid out. */
  readonly floorInProjects: Cost;
  readonly floorOfOne: Cost;
  readonly replay: Cost;
  readonly smoke: Cost;
  readonly standard: Cost;
  readonly full: Cost;
  readonly once: Cost;
  readonly fourTimes: Cost;
  readonly sixteenTimes: Cost;
}
