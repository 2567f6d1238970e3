import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Resource } from '../core/resource.ts';
import { settings } from '../run/context.ts';

/** What a run created and could not delete, as reports/left-behind.json lists it. */
export type LeftBehind = readonly Resource[];

/** What a run created and could not delete; undefined where nobody looked. */
export function readLeftBehind(): LeftBehind | undefined {
  const file = path.join(settings().REPORTS_DIR, 'left-behind.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
