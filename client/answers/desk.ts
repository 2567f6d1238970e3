import type { Provider } from '#mock/server';
import type { Log } from '../record/gate-run.ts';
import type { RecordedRequest } from '../record/record.ts';
import type { Round } from '../replies/rounds.ts';
import type { Sequences } from '../replies/sequences.ts';
import type { Reply, Sent } from '../wire/traffic.ts';
import type { Store } from './store.ts';
import type { Stub } from './stubs.ts';

/** Holds what a request that is none of the six operations is: a breach, a note, or a note that is answered. */
export const otherPaths = ['breach', 'note', 'answer'] as const;
export type OtherPaths = (typeof otherPaths)[number];

/** Sees each request as it stood on the wire, secrets and all, with its answer and its record. */
type Witness = (sent: Sent, reply: Reply, record: RecordedRequest) => void;

/** Describes what steers the answers of a run. */
export interface AnsweringOptions {
  /** The hosts of the API; any other is refused. */
  readonly hosts: readonly string[];
  readonly strict: boolean;
  readonly otherPaths: OtherPaths;
  readonly stubs: readonly Stub[];
  /** Tells whether the SDK's credentials reach the embedded provider as they are. */
  readonly keepCredentials: boolean;
  /** Bearer tokens that are left as they are. */
  readonly keptTokens: readonly string[];
  /** Tells whether a breach is answered 422 and its sentence. */
  readonly errorsToClient: boolean;
  readonly witness?: Witness;
}

/** Describes one round: its provider, its options, and what is kept from one request to the next. */
export interface Desk {
  readonly round: Round;
  readonly provider: Provider;
  readonly options: AnsweringOptions;
  readonly sequences: Sequences;
  readonly store: Store;
  /** Aborted when the gate ends. */
  readonly ended: AbortSignal;
  readonly log: Log;
}
