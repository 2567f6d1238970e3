import { drawn } from '../../../factories/drawn.ts';
import type { Settings } from './settings.ts';

type Named = Pick<Settings, 'RUN_ID' | 'SEED'>;

const LENGTH = 12;

/**
 * `<RUN_ID>-<twelve letters>`: by which a janitor finds what a run has left behind. It tells neither the suite nor the
 * test, so that no target can tell a test by it.
 */
export function tagOf({ RUN_ID, SEED }: Named, name: string): string {
  return `${RUN_ID}-${drawn(SEED, name, LENGTH)}`;
}

/** The tag that a text holds; null where it holds none of this run. */
export function tagIn({ RUN_ID }: Pick<Named, 'RUN_ID'>, text: string): string | null {
  const own = RUN_ID.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\w-])${own}-[a-z]{${LENGTH}}`).exec(text)?.[0] ?? null;
}
