import type { Subject } from '#api/requirement';
import { escapeRegExp } from '#api/text';
import { drawWord } from '#factories/drawn';
import type { PlacedWaiver } from './judging.ts';
import type { Shard } from './partial-run.ts';
import type { Settings } from './settings/settings.ts';
import type { NamedTarget } from './settings/target.ts';

/** The recording that a replay responds with: the HAR file by its whole path, and the run that it is of. */
export interface Replay {
  readonly file: string;
  readonly run: string;
  readonly started: string;
  readonly suite: { readonly version: string; readonly commit: string; readonly register: string };
}

/** The facts of a run that every process knows. The first process makes it and hands it to the others. */
export interface RunContext {
  readonly subject: Subject;
  /** In a started run TARGET, SEED, RUN_ID and the URLs are those that it uses, set or chosen. */
  readonly settings: Settings;
  readonly written: Readonly<Record<string, string>>;
  readonly shard: Shard | undefined;
  /** True if a worker serves the tests of one endpoint: if endpoints are chosen, or the target is waited for. */
  readonly byEndpoint: boolean;
  /** True if one request is sent at a time: --workers=1. */
  readonly isSerial: boolean;
  /** The start of the run (ISO 8601); empty before. */
  readonly started: string;
  /** The private folder of the run and the base64url key of its files, which is on no disk; empty until needed. */
  readonly folder: string;
  readonly key: string;
  readonly replay: Replay | undefined;
  /** The targets of a run over several, which only a program can set. */
  readonly targets: readonly NamedTarget[];
  readonly waivers: readonly PlacedWaiver[];
}

type Named = Pick<Settings, 'RUN_ID' | 'SEED'>;

const LENGTH = 12;

/** Returns `<RUN_ID>-<twelve letters>`, which marks created resources without revealing the suite or the test. */
export function getTag({ RUN_ID, SEED }: Named, name: string): string {
  return `${RUN_ID}-${drawWord(SEED, name, LENGTH)}`;
}

/** Returns the tag that a text holds; null if it holds none of this run. */
export function findTag({ RUN_ID }: Pick<Named, 'RUN_ID'>, text: string): string | null {
  return new RegExp(`(?<![\\w-])${escapeRegExp(RUN_ID)}-?[a-z]{${LENGTH}}`).exec(text)?.[0] ?? null;
}

/** Returns true for a smoke test: the tests of musts, each with its first case. A run over several targets has all. */
export function isSmokeTest({ settings, targets }: Pick<RunContext, 'settings' | 'targets'>): boolean {
  return settings.DEPTH === 'smoke' && targets.length === 0;
}
