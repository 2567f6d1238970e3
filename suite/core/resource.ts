import type { Endpoint } from './operations.ts';

/** One resource that a run created, as reports/left-behind.json lists it. It holds no secret. */
export interface Resource {
  readonly operation: Endpoint;
  /** The id in the answer; null where the answer has none, or where none came and it is not known whether it exists. */
  readonly id: string | null;
  /** The status of the answer; null where none came. */
  readonly status: number | null;
  readonly when: string;
  readonly requirement: string;
  readonly test: string;
  /** `conformance-<RUN_ID>-…` as it stands in what was created; null where the request could not carry it. */
  readonly tag: string | null;
}
