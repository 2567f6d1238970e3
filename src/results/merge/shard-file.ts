import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { redact } from '#redaction/redact';
import { type Resource, readSharedChannels } from '#run/channels';
import { computeDigest, registerDigest } from '#run/digest';
import { writeWholeFile } from '#run/file';
import type { Shard } from '#run/partial-run';
import { getSuite } from '#run/process/program';
import { getBuild } from '#run/reported-settings';
import type { RunContext } from '#run/run-context';
import { readSettings, type Settings, table } from '#run/settings/settings';
import uses from '#run/settings/uses.json' with { type: 'json' };

/** The file that a shard leaves for the merge next to its blob report; without secrets, so a report may hold it. */
export type ShardFile = Readonly<ReturnType<typeof describeShard>>;

interface Found {
  readonly shard: Shard;
  readonly argv: readonly string[];
  readonly leftBehind: readonly Resource[] | null;
}

/** Writes the file of this shard. */
export function writeShardFile(run: RunContext, found: Found): void {
  const folder = getShardFolder(run.settings, found.shard);
  const file = describeShard(run, found, computeDigest(folder, BLOB).sha256);
  writeWholeFile(path.join(folder, SHARD_FILE), `${JSON.stringify(file, null, 2)}\n`);
}

function describeShard(run: RunContext, found: Found, blob: string) {
  const { SEED, RUN_ID, TARGET, BASE_URL } = run.settings;
  const channels: Readonly<Record<string, readonly string[]>> = readSharedChannels();
  return {
    ...found,
    suite: getSuite(registerDigest(run.subject)),
    target: { name: TARGET, baseUrl: BASE_URL },
    build: getBuild(run.settings),
    seed: String(SEED),
    runId: RUN_ID,
    started: run.started,
    ended: new Date().toISOString(),
    settings: listSharedSettings(run),
    channels: Object.fromEntries(Object.entries(channels).map(([name, lines]) => [name, lines.map(redact)])),
    blob,
  };
}

/** The names of the files that a shard leaves in its folder. */
export const SHARD_FILE = 'shard.json';
export const BLOB = 'report.zip';

/** Returns the folder in the reports where a shard leaves the files for the merge; each shard has its own. */
export function getShardFolder({ REPORTS_DIR }: Pick<Settings, 'REPORTS_DIR'>, { current, total }: Shard): string {
  return path.resolve(REPORTS_DIR, 'shards', `${current}-of-${total}`);
}

/** Removes shards of earlier runs; a shard keeps those of as many in the same folder. */
export function removeOtherShards({ settings, shard }: RunContext): void {
  const folder = path.join(settings.REPORTS_DIR, 'shards');
  const isKept = (name: string) =>
    !/^\d+-of-\d+$/.test(name) || (shard !== undefined && name.endsWith(`-of-${shard.total}`));
  const names = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of names) if (!isKept(name)) rmSync(path.join(folder, name), { recursive: true });
}

/** The names of the settings that all machines of a run must have alike. */
export const sharedNames = Object.keys(table).filter((name) => !uses.ofMachine.includes(name));

function listSharedSettings({ settings, written }: RunContext): Record<string, string> {
  const values = new Map<string, unknown>(Object.entries(settings));
  const defaults = new Map<string, unknown>(Object.entries(readSettings({})));
  const changed = sharedNames.filter((name) => values.get(name) !== defaults.get(name));
  return Object.fromEntries(changed.map((name) => [name, redact(written[name] ?? '')]));
}
