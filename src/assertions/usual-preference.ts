import { type Preference, preference } from '#factories/preferences/preference';
import { settings } from '#run/context';

/** Returns the preference for tests of no industry, drawn from SEED and identified by its tag. */
export function usualPreference(tag: string): Preference {
  return preference('retail', { seed: settings().SEED, tag });
}
