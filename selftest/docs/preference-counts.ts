import { atDepth, depths } from '#factories/combinations';
import { industries } from '#factories/preferences/industry';
import { invalidPreferences } from '#factories/preferences/invalid';
import { validPreferences } from '#factories/preferences/valid';
import { contradictingPreferences, foreignFields, omissions } from '#factories/preferences/variants';

/**
 * Returns the number of preferences of each kind, which depends on the schema and the rows, not on the seed. A run
 * reads the numbers from counts.json, because counting means generating all preferences.
 */
export function preferenceCounts() {
  const invalid = invalidPreferences(1, 'full');
  const valid = industries.map((industry) => [industry, validPreferences(industry, 1).length] as const);
  return {
    valid: Object.fromEntries(valid),
    validInAll: valid.reduce((sum, [, count]) => sum + count, 0),
    invalid: Object.fromEntries(depths.map((depth) => [depth, atDepth(invalid, depth).length])),
    contradictions: contradictingPreferences(1).length,
    omissions: omissions(1).length,
    foreignFields: foreignFields(1).length,
  };
}
