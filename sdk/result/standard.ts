import type { RecordedRequest } from '../record/record.ts';
import type { Coverage } from './coverage.ts';
import type { Finding } from './findings.ts';
import type { Floor } from './floor.ts';

/** The breaches of an earlier result. */
export interface Baseline {
  readonly has: (id: string) => boolean;
  /** Its breaches that a later run has no more, though it uses their operations. */
  readonly goneFrom: (findings: readonly Finding[], requests: readonly RecordedRequest[]) => string[];
  /** The operations and fields that it met and a later run never does. */
  readonly lostFrom: (coverage: Coverage) => string[];
}

/** What a run is judged by, besides what it sent. */
export interface Standard {
  readonly started: string;
  readonly ignoreExit: boolean;
  readonly interrupted: boolean;
  readonly floor: Floor;
  readonly baseline?: Baseline | undefined;
}
