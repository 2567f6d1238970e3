import { createHash, randomInt, randomUUID } from 'node:crypto';
import { drawn } from '#factories/drawn';
import packageFile from '../../../package.json' with { type: 'json' };
import type { Shard } from '../partial-run.ts';
import type { Settings } from './settings.ts';

const ciRuns = ['GITHUB_RUN_ID', 'CI_PIPELINE_ID', 'BUILDKITE_BUILD_ID', 'CIRCLE_WORKFLOW_ID', 'BUILD_TAG'];

export interface RunNames {
  readonly SEED: string;
  readonly RUN_ID: string;
}

/** Returns a new SEED and RUN_ID for a run without one, the same on all machines that share a run. */
export function newRunNames(environment: NodeJS.ProcessEnv, shard: Shard | undefined): RunNames {
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
export function tagOf({ RUN_ID, SEED }: Named, name: string): string {
  return `${RUN_ID}-${drawn(SEED, name, LENGTH)}`;
}

/** Returns the tag that a text holds; null if it holds none of this run. */
export function tagIn({ RUN_ID }: Pick<Named, 'RUN_ID'>, text: string): string | null {
  const own = RUN_ID.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\w-])${own}-[a-z]{${LENGTH}}`).exec(text)?.[0] ?? null;
}
