import fs from 'node:fs';
import path from 'node:path';
import type { TransportFailure } from '#api/cause';
import type { ResponseRecord, SentRequest } from '#api/exchange';
import type { Endpoint } from '#api/operations';
import type { Level } from '#api/requirement';
import type { State, StateValues } from '#api/states';
import { endRun, runFolder, runKey } from './context.ts';
import type { ShardSelection } from './partial-run.ts';
import { seal, unseal } from './process/private-folder.ts';
import type { RunContext } from './run-context.ts';

interface Reading {
  readonly lines: unknown[];
  bytes: number;
}

const opened = new Map<Channel, number>();
const readings = new Map<Channel, Reading>();

/** Appends a line to a channel file, which stays open. It is encrypted: a run that is killed leaves its files. */
export function appendToChannel<C extends Channel>(channel: C, line: ChannelLines[C]): void {
  const descriptor = opened.get(channel) ?? fs.openSync(getFile(channel), 'a', 0o600);
  opened.set(channel, descriptor);
  fs.appendFileSync(descriptor, `${seal(JSON.stringify(line), runKey())}\n`);
}

/** Returns all lines that the processes of the run appended to a channel, in order; reads only the new ones. */
export function readChannel<C extends Channel>(channel: C): readonly ChannelLines[C][] {
  const file = getFile(channel);
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const known = readings.get(channel);
  const reading = known && known.bytes <= size ? known : { lines: [], bytes: 0 };
  readings.set(channel, reading);
  if (size > reading.bytes) readOn(file, reading, size);
  return reading.lines as readonly ChannelLines[C][]; // `appendToChannel` alone writes there
}

function readOn(file: string, reading: Reading, size: number): void {
  const bytes = Buffer.alloc(size - reading.bytes);
  const descriptor = fs.openSync(file, 'r');
  const count = fs.readSync(descriptor, bytes, 0, bytes.length, reading.bytes);
  fs.closeSync(descriptor);
  const whole = bytes.subarray(0, bytes.subarray(0, count).lastIndexOf('\n') + 1);
  const lines = whole.toString().split('\n').filter(Boolean);
  reading.lines.push(...lines.map((line): unknown => JSON.parse(unseal(line, runKey()) ?? '')));
  reading.bytes += whole.length;
}

/** Returns the lines that other machines may read, as they were written, by channel. */
export function readSharedChannels(): Readonly<Record<string, readonly string[]>> {
  const lines = sharedChannels.map((name) => [name, readChannel(name).map((line) => JSON.stringify(line))] as const);
  return Object.fromEntries(lines.filter(([, written]) => written.length > 0));
}

/** Appends what another machine has appended to a channel; throws for an unknown one. */
export function appendSharedLine(name: string, lines: readonly string[]): void {
  const channel = sharedChannels.find((known) => known === name);
  if (channel === undefined)
    throw new Error(`A shard contains the unknown channel "${name}". Use shards of one version of the suite.`);
  for (const line of lines) appendToChannel(channel, JSON.parse(line));
}

const TAKEN = 'taken-';

/** Returns true if a worker of the run took what only one test may have. */
export function isClaimed(name: string): boolean {
  return fs.existsSync(path.join(runFolder(), `${TAKEN}${name}`));
}

/** Takes what only one test of the run may have; false if any worker took it before. */
export function claimOnce(name: string): boolean {
  try {
    fs.writeFileSync(path.join(runFolder(), `${TAKEN}${name}`), '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Empties the channels at the end of a run, since UI mode starts another; keeps the secrets and what tests have taken. */
export function clearChannels(): void {
  if (!endRun()) return;
  readings.clear();
  const kept = new RegExp(`^(?:secrets|context|${TAKEN}.*|.*\\..*)$`);
  for (const entry of fs.readdirSync(runFolder(), { withFileTypes: true }))
    if (entry.isFile() && !kept.test(entry.name)) fs.truncateSync(path.join(runFolder(), entry.name));
}

function getFile(channel: Channel): string {
  return path.join(runFolder(), channel);
}

export interface ChannelLines {
  /** `isSearched`: no report holds the value by chance, so they are searched for it. */
  secrets: { readonly value: string; readonly isSearched: boolean };
  forgotten: number;
  baselines: Baseline;
  /** A test of the run, in the order in which they run. */
  order: PlannedTest;
  spent: { readonly of: string; readonly created: number };
  budget: Reservation;
  /** A resource, or none, where the response showed that the request created nothing. */
  created: { readonly number: string } & ({ readonly resource: Resource } | { readonly nothing: true });
  /** `lost` where there was no room. */
  exchanges: ExchangeLine | { readonly lost: true };
  unrecorded: string;
  requests: { readonly endpoint: Endpoint; readonly count: number };
  builds: string;
  /** An option of Node, a configuration or a reporter that is not the suite's own. */
  'foreign code': readonly [name: string, value: string];
  observed: Observation;
  states: readonly [state: State, requirement: string];
  'failed teardowns': { readonly state: State; readonly why: string };
  /** A turn to send a request, and when it was asked for, in milliseconds since the epoch. */
  turns: { readonly by: string; readonly at: number };
  pause: { readonly seconds: number; readonly until: number };
  circuit: CircuitEvent;
  guard: string;
  /** The source of the claim that a token is live: the preparer of its states, or the target itself. */
  live: 'declared' | 'answered';
  'token answer': TokenCheck;
  restored: true;
  /** A test that is run once more, or would be if there were not so many already. */
  again: string;
  merged: { readonly part: ShardSelection; readonly argv: readonly string[]; readonly ended: string };
  /** A reporter of a merge said that the run is not green. */
  'not green': true;
}

export type Channel = keyof ChannelLines;

/** The channels that go to the merge of a shared run; the others hold secrets or matter only to this machine. */
const sharedChannels = [
  'requests',
  'builds',
  'foreign code',
  'observed',
  'states',
  'failed teardowns',
  'pause',
  'circuit',
  'guard',
  'live',
  'token answer',
] satisfies readonly Channel[];

/** The exchange of a valid request that is sent once a run. */
export interface Baseline extends ResponseRecord {
  readonly control: string;
  readonly endpoint: Endpoint;
  readonly baseUrl: string;
  /** The legal form in which the target accepts it. */
  readonly form: string;
  readonly request: SentRequest;
  /** The states whose values the request has, so that another worker can print how to send it again. */
  readonly states: readonly StateValues[];
}

export interface ExchangeLine {
  readonly scope: string;
  readonly of: 'service' | 'states';
  readonly at: number;
  readonly request: SentRequest;
  readonly response?: Omit<ResponseRecord, 'json'>;
  readonly failure?: TransportFailure;
}

/** The first process since the last failure asks for all; `none` if there is no state to ask with. */
type TokenCheck = { readonly event: 'asked' | 'failed'; readonly by: number } | { readonly event: 'seen' | 'none' };

export interface PlannedTest {
  readonly id: string;
  readonly endpoint: string;
  readonly level: Level;
  /** The requirements that it covers, with spaces between them. */
  readonly ids: string;
  /** The resources that the test creates if the target accepts it: `checkout-preferences 13`. */
  readonly creates: string;
}

/** One thing that a response showed, which no test asserts and which does not vary. */
export type ObservedFact =
  | { readonly kind: 'success status'; readonly value: number }
  | { readonly kind: 'media type'; readonly of: 'success' | 'error'; readonly value: string }
  | { readonly kind: 'error body'; readonly status: number; readonly value: unknown }
  | { readonly kind: 'code'; readonly value: string }
  | { readonly kind: 'unnamed member'; readonly name: string; readonly value: unknown }
  | { readonly kind: 'header'; readonly name: string; readonly value: number };

export interface Observation {
  readonly endpoint: Endpoint;
  readonly facts: readonly ObservedFact[];
  readonly milliseconds: readonly number[];
}

type Reservation =
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

/** The state of a server: as a whole, or of one kind of request (`asked`). */
export type CircuitEvent = { readonly of: string } & (
  | { readonly event: 'there' }
  | { readonly event: 'gone'; readonly reason: string }
  | { readonly event: 'lost' | 'answered'; readonly asked: string }
  | { readonly event: 'stopped'; readonly asked: string; readonly reason: string }
);

/** Returns the merge that runs; undefined in a run of tests. */
export function getMergedRun(): ChannelLines['merged'] | undefined {
  return readChannel('merged')[0];
}

/** Returns the shards of this process: its own shard or, in a merge, those that it was given. */
export function getShards({ shard }: Pick<RunContext, 'shard'>): ShardSelection | undefined {
  return getMergedRun()?.part ?? (shard && { of: shard.total, present: [shard.current] });
}

/** Returns the reason why the run stopped asking its target; null where it did not. */
export function getOutage(): string | null {
  const gone = readChannel('circuit').find((row) => row.event === 'gone');
  return gone?.event === 'gone' ? gone.reason : null;
}
