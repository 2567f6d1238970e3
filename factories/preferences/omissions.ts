import general from '../../schemas/checkout-preferences/request.json' with { type: 'json' };
import { without } from '../json.ts';
import { fields } from './fields.ts';
import { type Industry, industries, industriesWith } from './industry.ts';
import { type Preference, preference } from './preference.ts';
import { representativeOf } from './representative.ts';
import type { Seed } from './scene.ts';

/** A full preference of an industry without one field or block. */
export interface Omission {
  readonly industry: Industry;
  readonly name: string;
  /** The field as a map of required fields names it: items.unit_price. */
  readonly path: string;
  readonly pointer: string;
  readonly body: Preference;
}

/** Leaves out each field in turn, single or holding others, each once in an industry that has it. */
export function omissions(seed: Seed): Omission[] {
  const full = new Map(industries.map((industry) => [industry, preference(industry, { seed })]));
  return fields(general).flatMap(({ path, pointer }) => {
    const industry = representativeOf(path);
    const body = industry && full.get(industry);
    // An element that is left out is an empty array, which hostile-values.ts has.
    if (!body || path.endsWith('[0]') || !industriesWith(path).includes(industry)) return [];
    return [{ industry, name: `without ${path}`, path, pointer, body: without(body, pointer) }];
  });
}
