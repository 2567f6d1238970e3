import {
  appendFileSync,
  closeSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type Channel, type ChannelLines, sharedChannels } from './channel-table.ts';
import { endRun, runFolder, runKey } from './context.ts';
import { seal, unseal } from './process/private-folder.ts';

interface Reading {
  readonly lines: unknown[];
  bytes: number;
}

const opened = new Map<Channel, number>();
const readings = new Map<Channel, Reading>();

/** Appends a line to a channel file, which stays open. It is encrypted: a run that is killed leaves its files. */
export function appendToChannel<C extends Channel>(channel: C, line: ChannelLines[C]): void {
  const descriptor = opened.get(channel) ?? openSync(fileOf(channel), 'a', 0o600);
  opened.set(channel, descriptor);
  appendFileSync(descriptor, `${seal(JSON.stringify(line), runKey())}\n`);
}

/** Returns all lines that the processes of the run appended to a channel, in order; reads only the new ones. */
export function readChannel<C extends Channel>(channel: C): readonly ChannelLines[C][] {
  const file = fileOf(channel);
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const known = readings.get(channel);
  const reading = known && known.bytes <= size ? known : { lines: [], bytes: 0 };
  readings.set(channel, reading);
  if (size > reading.bytes) readOn(file, reading, size);
  return reading.lines as readonly ChannelLines[C][]; // `appendToChannel` alone writes there
}

/** Reads what was appended, up to the last whole line. */
function readOn(file: string, reading: Reading, size: number): void {
  const bytes = Buffer.alloc(size - reading.bytes);
  const descriptor = openSync(file, 'r');
  const count = readSync(descriptor, bytes, 0, bytes.length, reading.bytes);
  closeSync(descriptor);
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
  if (channel === undefined) throw new Error(`A shard names the channel "${name}". Use shards of one version.`);
  for (const line of lines) appendToChannel(channel, JSON.parse(line));
}

const TAKEN = 'taken-';

/** Takes what only one test of the run may have; false if any worker took it before. */
export function claimOnce(name: string): boolean {
  try {
    writeFileSync(path.join(runFolder(), `${TAKEN}${name}`), '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Empties the channels but for the secrets when a run is over, because its process may start another: Playwright's UI
 * mode does. What was taken stays taken: what the environment gave for one test is used up.
 */
export function clearChannels(): void {
  if (!endRun()) return;
  readings.clear();
  const kept = new RegExp(`^(?:secrets|context|${TAKEN}.*|.*\\..*)$`);
  for (const entry of readdirSync(runFolder(), { withFileTypes: true }))
    if (entry.isFile() && !kept.test(entry.name)) truncateSync(path.join(runFolder(), entry.name));
}

function fileOf(channel: Channel): string {
  return path.join(runFolder(), channel);
}
