import type { Industry } from '../../factories/preferences/industry.ts';
import type { Payload } from '../../sdk/contract/check.ts';
import { industryOf } from '../../sdk/contract/unlisted.ts';
import { valuesAt } from '../../sdk/contract/values-at.ts';
import { fieldsOfIndustry } from '../../sdk/record/fields-sent.ts';

/** How much of what 2.7 lists for its industry a preference has. */
export interface Completeness {
  readonly industry: Industry;
  readonly sent: number;
  readonly of: number;
  /** What is not sent: an object that has nothing at all is named, not its fields. */
  readonly notSent: readonly string[];
}

/** Nothing where the payload is no preference, no JSON, or of no industry that can be told. */
export function completenessOf(payload: Payload): Completeness | undefined {
  const { value } = payload.json;
  const industry = payload.endpoint === 'checkout-preferences' && value !== undefined && industryOf(payload);
  if (!industry) return undefined;
  const all = fieldsOfIndustry(industry);
  const missing = all.filter((path) => valuesAt(value, path.split('.')).length === 0);
  const sent = all.filter((path) => !missing.includes(path));
  const notSent = [...new Set(missing.map((path) => outermost(path, sent)))];
  return { industry, sent: sent.length, of: all.length, notSent };
}

/** The shortest path to a field of which nothing was sent. */
function outermost(path: string, sent: readonly string[]): string {
  const steps = path.split('.');
  const paths = steps.map((_, index) => steps.slice(0, index + 1).join('.'));
  return paths.find((holder) => !sent.some((one) => one === holder || one.startsWith(`${holder}.`))) ?? path;
}
