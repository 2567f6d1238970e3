import type { Settings } from './settings.ts';

/** `conformance-<run>-<name>`: tells a janitor what a run has left behind. */
export function markOf({ RUN_ID }: Pick<Settings, 'RUN_ID'>, name: string): string {
  return `conformance-${RUN_ID}-${name}`;
}
