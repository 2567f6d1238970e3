import type { Endpoint } from './operations.ts';
import type { Capability } from './requirement.ts';
import type { State } from './states.ts';

/** One of several kinds of facts, by `kind`. */
type Of<Facts, Kind extends keyof Facts> = { [K in Kind]: { readonly kind: K } & Readonly<Facts[K]> }[Kind];

/** The expected status: a success, no 5xx, any 4xx, exactly one, or one of several, which may be in words. */
export type ExpectedStatus = 'success' | 'no 5xx' | '4xx' | number | readonly (number | string)[];

/** A violation of a schema, with JSON pointers into the value and into the schema. */
export interface Violation {
  readonly pointer: string;
  readonly keyword: string;
  readonly rule: string;
  /** `must be a number` */
  readonly wanted: string;
  /** The value as JSON, cut where it is long. */
  readonly got: string;
  readonly missing?: string;
}

/** The number of failures of a test whose requests reports show. */
export const MOST_FAILURES = 5;

/** Begins the name of an attachment with the problems of an exchange. */
export const BREACH = 'Breach: ';

interface Problems {
  status: { wanted: ExpectedStatus; got: number };
  json: { flaw?: string; got: string };
  'media type': { got: string | null };
  code: { wanted: readonly string[]; got: string };
  label: { wanted: string; got: string };
  schema: Omit<Violation, 'missing'>;
  /** A fact in words that does not hold, the actual value, and the field of the body that it is about. */
  fact: { wanted: string; got: string; field?: string };
  control: { got: number; requirement: string };
  /** The negative controls of the request succeed too, so its success is no evidence. */
  negativeControl: { requirement: string };
  other: { words: string };
}
export type ProblemKind = keyof Problems;

export type Problem<Kind extends ProblemKind = ProblemKind> = Of<Problems, Kind>;

export interface BrokenExchange {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code?: string;
  readonly problems: readonly Problem[];
  readonly body?: string;
  readonly reproduce?: readonly string[];
  readonly case?: string;
}

/** The reason why no complete response came: `lack` is what it means for the test, `code` the observed error. */
export interface TransportFailure {
  readonly lack: 'broken' | 'cut short' | 'lost' | 'silent' | 'no HTTP';
  readonly code: TransportCode;
  readonly words: string;
}
export type TransportCode =
  | ('no such name' | 'refused' | 'unreachable' | 'other name' | 'expired certificate' | 'certificate')
  | ('no TLS' | 'no connection' | 'no answer' | 'no HTTP' | 'reset' | 'broken');

interface SkipReasons {
  'state refused': { state: State; status: number };
  'state unset': { state: State; variables: readonly string[] };
  'state incomplete': { state: State; from: string; missing: readonly string[] };
  'state shared': { state: State };
  'state used up': { state: State; values: number };
  /** A value with a character that no credential or id has. */
  'state garbled': { state: State; name: string };
  'one seller': { states: readonly [State, State] };
  'no refresh token': object;
  'states broken': { state: State; url: string; status: number };
  /** `url` is empty for a program. */
  'states out of reach': { url: string; why: string };
  /** `spent`: by earlier runs, of what may be created per week or month. */
  budget: { variable: string; most: number; spent?: number; per?: string };
  /** `isFinal` where nothing whatever is sent any more. */
  guard: { why: string; isFinal?: boolean };
  sandbox: { endpoint: Endpoint; header: string; value: string };
  path: { parameter: string; value: string };
  /** Switched off by WITHOUT; `isUnproven` if the target accepts invalid requests too. */
  capability: { without: readonly Capability[]; isUnproven?: boolean };
  /** The requirement under which a failure is reported: its control failed, or it failed in the same way. */
  'failed control': { requirement: string };
  busy: { status: number; wait?: { readonly asked: number; readonly longest: number } };
  'out of reach': { failure: TransportFailure };
  /** A replay has no such exchange: it was not made, or differently. */
  'not recorded': { asked: string };
  clock: { ours: string; theirs: string };
  outage: { words: string };
  'suite error': { words: string };
  /** The run had not every test of the requirement. */
  'left out': { words: string };
  'cut short': { words: string };
  /** The system ended the worker of the test: nothing is known of the target. */
  'worker lost': { words: string };
  'not asked': { words: string };
}
export type SkipKind = keyof SkipReasons;

export type SkipReason<Kind extends SkipKind = SkipKind> = Of<SkipReasons, Kind>;

const inconclusive: ReadonlySet<SkipKind> = new Set([
  'state garbled',
  'states broken',
  'states out of reach',
  'failed control',
  'busy',
  'out of reach',
  'clock',
  'outage',
  'suite error',
  'cut short',
  'worker lost',
]);

/** Returns the outcome by kind: the request was not sent, or its result is not known. */
export function getSkipOutcome(kind: SkipKind): 'not exercised' | 'inconclusive' {
  return inconclusive.has(kind) ? 'inconclusive' : 'not exercised';
}

const otherKinds: readonly Cause['kind'][] = ['breach', 'no answer', 'error', 'waived', 'unstable'];

/** Returns true if a cause is the reason why a test has no result. */
export function isSkipReason(cause: Cause): cause is SkipReason {
  return !otherKinds.includes(cause.kind);
}

/** A failure of the target: responses that were judged, no response to judge, or anything else that threw. */
export type Failure =
  | {
      readonly kind: 'breach';
      readonly exchanges: readonly BrokenExchange[];
      readonly cases?: readonly string[];
    }
  | {
      readonly kind: 'no answer';
      readonly method: string;
      readonly path: string;
      readonly failure: TransportFailure;
      readonly reproduce?: readonly string[];
    }
  | { readonly kind: 'error'; readonly words: string };

/** The reason why a test has its outcome, as data; messages.ts has the sentences. */
export type Cause =
  | Failure
  | SkipReason
  | { readonly kind: 'waived'; readonly place: string; readonly words: string; readonly breach: Failure }
  /** Failed once and not when run again alone; `again` is its outcome then. */
  | { readonly kind: 'unstable'; readonly again: string; readonly breach: Failure };
