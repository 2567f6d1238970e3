import type { TransportFailure } from '#api/cause';
import type { ResponseRecord, SentRequest } from '#api/exchange';
import type { Endpoint } from '#api/operations';
import type { Level } from '#api/requirement';
import type { State } from '#api/states';
import type { ShardSelection } from './partial-run.ts';

/** The channels of a run, each with its line. */
export interface ChannelLines {
  /** `isSearched`: no report holds the value by chance, so they are searched for it. */
  secrets: { readonly value: string; readonly isSearched: boolean };
  forgotten: number;
  baselines: Baseline;
  /** The legal form in which a target accepts an operation, if that is not the plain one. */
  forms: { readonly control: string; readonly baseUrl: string; readonly form: string };
  /** A test of the run, in the order in which they run. */
  order: PlannedTest;
  spent: { readonly of: string; readonly created: number };
  budget: Reservation;
  created: JournalLine;
  /** `lost` where there was no room. */
  exchanges: ExchangeLine | { readonly lost: true };
  unrecorded: string;
  requests: Endpoint;
  builds: string;
  /** An option of Node, a configuration or a reporter that is not the suite's own. */
  'foreign code': readonly [name: string, value: string];
  observed: Observation;
  states: readonly [state: State, requirement: string];
  'failed teardowns': FailedTeardown;
  /** A turn to send a request, and when it was asked for, in milliseconds since the epoch. */
  turns: { readonly by: string; readonly at: number };
  pause: { readonly seconds: number; readonly until: number };
  circuit: CircuitEvent;
  guard: string;
  /** The source of the claim that a token is live: the preparer of its states, or the target itself. */
  live: 'declared' | 'answered';
  'token answer': TokenAnswer;
  restored: true;
  /** A test that is run once more, or would be if there were not so many already. */
  again: string;
  merged: Merged;
  /** A reporter of a merge said that the run is not green. */
  'not green': true;
}

export type Channel = keyof ChannelLines;

/** The channels that go to the merge of a shared run; the others hold secrets or matter only to this machine. */
export const sharedChannels = [
  ...(['requests', 'builds', 'foreign code', 'observed', 'states', 'failed teardowns'] as const),
  ...(['pause', 'circuit', 'guard', 'live', 'token answer'] as const),
] satisfies readonly Channel[];

/** The exchange of a valid request that is sent once a run. */
export interface Baseline extends ResponseRecord {
  readonly control: string;
  readonly endpoint: Endpoint;
  readonly baseUrl: string;
  readonly request: SentRequest;
}

export interface FailedTeardown {
  readonly state: State;
  readonly why: string;
}

export interface ExchangeLine {
  readonly scope: string;
  readonly of: 'service' | 'states';
  readonly at: number;
  readonly request: SentRequest;
  readonly answer?: Omit<ResponseRecord, 'json'>;
  readonly failure?: TransportFailure;
}

/** The first process since the last failure asks for all; `none` if there is no state to ask with. */
type TokenAnswer = { readonly event: 'asked' | 'failed'; readonly by: number } | { readonly event: 'seen' | 'none' };

export interface PlannedTest {
  readonly id: string;
  readonly endpoint: string;
  readonly level: Level;
  /** The resources that the test creates if the target accepts it: `checkout-preferences 13`. */
  readonly creates: string;
}

/** One thing that a response showed, which no test asserts and which does not vary. */
export type Fact =
  | { readonly kind: 'success status'; readonly value: number }
  | { readonly kind: 'media type'; readonly of: 'success' | 'error'; readonly value: string }
  | { readonly kind: 'error body'; readonly status: number; readonly value: unknown }
  | { readonly kind: 'code'; readonly value: string }
  | { readonly kind: 'unnamed member'; readonly name: string; readonly value: unknown }
  | { readonly kind: 'header'; readonly name: string; readonly value: number };

export interface Observation {
  readonly endpoint: Endpoint;
  readonly facts: readonly Fact[];
  readonly milliseconds: readonly number[];
}

export type Reservation =
  | { readonly reserve: string; readonly of: Endpoint; readonly below: number }
  | { readonly settle: string; readonly created: number };

/** One resource that a run created, as reports/left-behind.json lists it. It holds no secret. */
export interface Resource {
  readonly operation: Endpoint;
  /** Null if the response has none or none came. */
  readonly id: string | null;
  readonly status: number | null;
  readonly when: string;
  readonly requirement: string;
  readonly test: string;
  /** `<RUN_ID>-…` in what was created; null if the request could not carry it. */
  readonly tag: string | null;
}

type JournalLine = { readonly number: string } & ({ readonly resource: Resource } | { readonly nothing: true });

/** The state of a server: as a whole, or of one kind of request (`asked`). */
export type CircuitEvent = { readonly of: string } & (
  | { readonly event: 'there' }
  | { readonly event: 'gone'; readonly reason: string }
  | { readonly event: 'lost' | 'answered'; readonly asked: string }
  | { readonly event: 'stopped'; readonly asked: string; readonly reason: string }
);

export interface Merged {
  readonly part: ShardSelection;
  readonly argv: readonly string[];
  readonly ended: string;
}
