import { existsSync } from 'node:fs';
import path from 'node:path';
import { settings } from './context.ts';
import { readJsonFile } from './json-file.ts';
import schema from './waivers.schema.json' with { type: 'json' };

/** A known breach of one target, which is tolerated until a date. */
export interface Waiver {
  readonly requirement: string;
  /** The limits of a waiver: a test by its title, an industry, responses with a status and a code. */
  readonly test?: string;
  readonly industry?: string;
  readonly status?: number;
  readonly code?: string;
  readonly reason: string;
  readonly owner: string;
  readonly link: string;
  readonly expires: string;
}

/** A waiver with its place: `line 4 of waivers/sandbox.json`. */
export interface PlacedWaiver extends Waiver {
  readonly place: string;
}

/** Reads the waivers of a target; none if it has no file. Throws one sentence if the file is invalid. */
export function readWaivers(target: string, folder = settings().WAIVERS_DIR): PlacedWaiver[] {
  const file = path.join(folder, `${encodeURIComponent(target)}.json`);
  if (target === '' || !existsSync(file)) return [];
  const { value, linesOf } = readJsonFile<{ waivers: Waiver[] }>(file, schema);
  return value.waivers.map((waiver, index) => {
    const [first, last] = linesOf(['waivers', index]);
    return { ...waiver, place: `${first === last ? `line ${first}` : `lines ${first} to ${last}`} of ${file}` };
  });
}

let ofThisRun: PlacedWaiver[] | undefined;

/** Returns the waivers of the target of this run, read once a process. */
export function runWaivers(): readonly PlacedWaiver[] {
  ofThisRun ??= readWaivers(settings().TARGET);
  return ofThisRun;
}

/** Returns true if the last day of a waiver is past; days are those of UTC. */
export function isExpired({ expires }: Waiver, now = new Date()): boolean {
  return expires < now.toISOString().slice(0, 10);
}
