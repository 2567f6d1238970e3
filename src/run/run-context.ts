import { createHash, randomInt, randomUUID } from 'node:crypto';
import type { Subject } from '#api/requirement';
import { drawn } from '#factories/drawn';
import packageFile from '../../package.json' with { type: 'json' };
import type { Shard } from './partial-run.ts';
import { applyRenamed, removedMessage, unknownVariable } from './settings/former-names.ts';
import { readSettings, type Settings, table } from './settings/settings.ts';
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
}

/** Returns the context of a run that has not started, from its variables. Throws if one of them is wrong. */
export function createRunContext(environment: NodeJS.ProcessEnv): RunContext {
  const message = unknownVariable(Object.keys(environment), Object.keys(table)) ?? removedMessage(environment);
  if (message !== undefined) throw new Error(message);
  const variables = applyRenamed(environment);
  const settings = readSettings(variables);
  const written = Object.entries(variables).flatMap(([name, value]) =>
    value?.trim() && (name in settings || name.startsWith('STATE_')) ? [[name, value]] : [],
  );
  return {
    subject: 'service',
    settings,
    written: Object.fromEntries(written),
    shard: undefined,
    byEndpoint: true,
    isSerial: false,
    started: '',
    folder: '',
    key: '',
    replay: undefined,
    targets: [],
  };
}

const ciRuns = ['GITHUB_RUN_ID', 'CI_PIPELINE_ID', 'BUILDKITE_BUILD_ID', 'CIRCLE_WORKFLOW_ID', 'BUILD_TAG'];

/** Returns a new SEED and RUN_ID for a run without one, the same on all machines that share a run. */
export function newRunNames(environment: NodeJS.ProcessEnv, shard: Shard | undefined) {
  if (!shard) return { SEED: String(randomInt(1, 1_000_000)), RUN_ID: randomUUID().slice(0, 8) };
  const names = ['TARGET', 'BASE_URL', ...ciRuns].map((name) => environment[name]);
  const text = JSON.stringify([packageFile.version, shard.total, ...names]);
  const digest = createHash('sha256').update(text).digest('hex');
  return { SEED: String((Number.parseInt(digest.slice(8, 16), 16) % 999_999) + 1), RUN_ID: digest.slice(0, 8) };
}

type Named = Pick<Settings, 'RUN_ID' | 'SEED'>;

const LENGTH = 12;

/**
 * Returns `<RUN_ID>-<twelve letters>`, by which a janitor finds the created resources of a run. It reveals neither the
 * suite nor the test, so that no target can recognise a test by it.
 */
export function getTag({ RUN_ID, SEED }: Named, name: string): string {
  return `${RUN_ID}-${drawn(SEED, name, LENGTH)}`;
}

/** Returns the tag that a text holds; null if it holds none of this run. */
export function tagIn({ RUN_ID }: Pick<Named, 'RUN_ID'>, text: string): string | null {
  const own = RUN_ID.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\w-])${own}-[a-z]{${LENGTH}}`).exec(text)?.[0] ?? null;
}

/** Returns true for a smoke test: the tests of musts, each with its first case. A run over several targets has all. */
export function isSmokeTest({ settings, targets }: Pick<RunContext, 'settings' | 'targets'>): boolean {
  return settings.DEPTH === 'smoke' && targets.length === 0;
}
