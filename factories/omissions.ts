import general from '../schemas/checkout-preferences/request.json' with { type: 'json' };
import { fields } from './fields.ts';
import { homeOf } from './home.ts';
import { type Industry, industriesWith } from './industry.ts';
import { without } from './json.ts';
import { type Preference, preference } from './preference.ts';
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
  return fields(general).flatMap(({ path, pointer }) => {
    const industry = homeOf(path);
    // An element that is left out is an empty array, which hostile-values.ts has.
    if (!industry || path.endsWith('[0]') || industriesWith(path).length === 0) return [];
    const body = without(preference(industry, { seed }), pointer);
    return [{ industry, name: `without ${path}`, path, pointer, body }];
  });
}
