import { contradictingPreferences } from './contradictions.ts';
import { atDepth, depths } from './depth.ts';
import { foreignFields, omissions } from './field-sets.ts';
import { industries } from './industry.ts';
import { invalidPreferences } from './invalid.ts';
import { validPreferences } from './valid.ts';

/**
 * Returns how many preferences of each kind there are; the numbers depend on the schema and the rows, not on the seed. A run
 * reads them in counts.json, for to count them takes making them all.
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
