import type { Baseline } from './baseline.ts';
import type { Floor } from './floor.ts';

/** What a run is judged by, besides what it sent. */
export interface Standard {
  readonly started: string;
  readonly ignoreExit: boolean;
  readonly interrupted: boolean;
  readonly floor: Floor;
  readonly baseline?: Baseline | undefined;
}
