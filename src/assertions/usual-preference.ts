import { type Preference, preference } from '#factories/preferences/preference';
import { settings } from '#run/context';

/** The preference that is created where its industry does not matter, drawn from SEED and found again by its tag. */
export function usualPreference(tag: string): Preference {
  return preference('retail', { seed: settings().SEED, tag });
}
