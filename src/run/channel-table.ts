import type { TransportFailure } from '#api/cause';
import type { ResponseRecord, SentRequest } from '#api/exchange';
import type { Endpoint } from '#api/operations';
import type { Level } from '#api/requirement';
import type { State } from '#api/states';
import type { ShardSelection } from './partial-run.ts';

/** Describes what is told in each channel, a line each time. */
export interface ChannelLines {
  /** A secret value that any process of the run has met, and whether the reports are searched for it. */
  secrets: { readonly value: string; readonly isSearched: boolean };
  /** Counts how many secrets of the target a process remembered, where more were issued: these are not searched for. */
  forgotten: number;
  /** The exchange of a valid request that is sent once a run, for the workers that start later. */
  baselines: Baseline;
  /** In which legal form a target accepts an operation, where that is not the plain one. */
  forms: { readonly control: string; readonly baseUrl: string; readonly form: string };
  /** A test of the run, in the order in which they run. */
  order: PlannedTest;
  /** Holds what an earlier run of the window that PER names has created of an operation. */
  spent: { readonly of: string; readonly created: number };
  /** A place that a request takes in a budget, or what it came to. */
  budget: Reservation;
  /** Holds what a request may leave behind, written down before it is sent, and settled by its answer. */
  created: JournalLine;
  /** Holds what was exchanged with the service and where its states are asked for; `lost` where there was no room. */
  exchanges: ExchangeLine | { readonly lost: true };
  /** A request of a replay that is not in its recording. */
  unrecorded: string;
  /** The operation of a request that was sent. */
  requests: Endpoint;
  /** States that a provider state was asked for at its URL, or ended there. */
  'asked for a state': true;
  /** A build that an answer of the target named. */
  builds: string;
  /** An option of Node, a configuration or a reporter that is not the suite's own. */
  'foreign code': readonly [name: string, value: string];
  /** Holds what a test saw and did not assert. */
  observed: Observation;
  /** A provider state and a requirement that took it. */
  states: readonly [state: State, requirement: string];
  /** A provider state that could not be ended again. */
  'failed teardowns': FailedTeardown;
  /** A provider state that its taker uses up, each time that it is taken. */
  taken: State;
  /** Who asked for a turn to send a request, and when, in milliseconds since the epoch. */
  turns: { readonly by: string; readonly at: number };
  /** Says how long all workers wait, and until when in milliseconds since the epoch. */
  pause: { readonly seconds: number; readonly until: number };
  /** Tells whether a target is there. */
  circuit: CircuitEvent;
  /** Gives the reason why the guard let nothing be created or deleted. */
  guard: string;
  /** Who said that a token is live: the target of itself, or whoever prepared its states. */
  live: 'declared' | 'answered';
  /** Holds what became of the token answer that goes before the first request that creates or deletes. */
  'token answer': TokenAnswer;
  /** States that a reporter restores what tests are expected to be. */
  restored: true;
  /** A test that is to be run once more, or would be if there were not so many already. */
  again: string;
  /** Holds what the reporters of a merge need to know that the blobs of its shards do not hold. */
  merged: Merged;
  /** States that a reporter of a merge said that the run is not green. */
  'not green': true;
}

export type Channel = keyof ChannelLines;

/** Holds what each channel holds: secrets, or what means something to this machine alone, is no other machine's. */
export const channels: Readonly<Record<Channel, 'private' | 'shared'>> = {
  secrets: 'private',
  forgotten: 'private',
  baselines: 'private',
  forms: 'private',
  order: 'private',
  spent: 'private',
  budget: 'private',
  created: 'private',
  exchanges: 'private',
  unrecorded: 'private',
  requests: 'shared',
  'asked for a state': 'private',
  builds: 'shared',
  'foreign code': 'shared',
  observed: 'shared',
  states: 'shared',
  'failed teardowns': 'shared',
  taken: 'private',
  turns: 'private',
  pause: 'shared',
  circuit: 'shared',
  guard: 'shared',
  live: 'shared',
  'token answer': 'shared',
  restored: 'private',
  again: 'private',
  merged: 'private',
  'not green': 'private',
};

export interface Baseline extends ResponseRecord {
  readonly control: string;
  readonly endpoint: Endpoint;
  readonly baseUrl: string;
  readonly request: SentRequest;
}

/** A state whose teardown failed, and how: `answered 500`. */
export interface FailedTeardown {
  readonly state: State;
  readonly why: string;
}

/** One request and what came of it. */
export interface ExchangeLine {
  /** On whose behalf it was sent: src/http/replay/scope.ts. */
  readonly scope: string;
  readonly of: 'service' | 'states';
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly request: SentRequest;
  readonly answer?: Omit<ResponseRecord, 'json'>;
  readonly failure?: TransportFailure;
}

/** The first process that asks since the last failure does so for all; a state that nobody has makes it `none`. */
type TokenAnswer = { readonly event: 'asked' | 'failed'; readonly by: number } | { readonly event: 'seen' | 'none' };

export interface PlannedTest {
  readonly id: string;
  readonly endpoint: string;
  readonly level: Level;
  /** Holds what the test creates where the target accepts what it sends: `checkout-preferences 13`. */
  readonly creates: string;
}

/** One thing that an answer showed, which no test asserts. It holds no value that varies from answer to answer. */
export type Fact =
  | { readonly kind: 'success status'; readonly value: number }
  | { readonly kind: 'media type'; readonly of: 'success' | 'error'; readonly value: string }
  | { readonly kind: 'error body'; readonly status: number; readonly value: unknown }
  | { readonly kind: 'code'; readonly value: string }
  | { readonly kind: 'unnamed member'; readonly name: string; readonly value: unknown }
  | { readonly kind: 'header'; readonly name: string; readonly value: number };

/** Describes what one worker tells at the end of a test: the facts that it has not told before, and how long answers took. */
export interface Observation {
  readonly endpoint: Endpoint;
  readonly facts: readonly Fact[];
  readonly milliseconds: readonly number[];
}

/** Each worker reads the same order of these, and so comes to the same count. */
export type Reservation =
  | { readonly reserve: string; readonly of: Endpoint; readonly below: number }
  | { readonly settle: string; readonly created: number };

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

type JournalLine = { readonly number: string } & ({ readonly resource: Resource } | { readonly nothing: true });

/** Describes what was seen of a server at a URL: as a whole, or of one kind of request (`asked`). */
export type CircuitEvent = { readonly of: string } & (
  | { readonly event: 'there' }
  | { readonly event: 'gone'; readonly reason: string }
  | { readonly event: 'lost' | 'answered'; readonly asked: string }
  | { readonly event: 'stopped'; readonly asked: string; readonly reason: string }
);

export interface Merged {
  readonly part: ShardSelection;
  /** Holds what the shards were started with, but for the shard. */
  readonly argv: readonly string[];
  readonly ended: string;
}
