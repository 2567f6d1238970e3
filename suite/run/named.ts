import type { Settings } from './settings.ts';
import { isLoopback } from './target.ts';

/** What is wrong with how the target is named, in one sentence; undefined where nothing is. */
export function misnamed({ BASE_URL, TARGET }: Pick<Settings, 'BASE_URL' | 'TARGET'>): string | undefined {
  if (BASE_URL === '' && TARGET !== '' && TARGET !== 'embedded')
    return `TARGET is "${TARGET}" and BASE_URL is not set: set BASE_URL to where that is.`;
  if (TARGET === '' && !isLoopback(BASE_URL))
    return `BASE_URL is "${BASE_URL}", which is not on this machine: set TARGET to its name, such as sandbox or staging.`;
  return undefined;
}
