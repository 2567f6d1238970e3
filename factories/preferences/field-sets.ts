import general from '#schemas/checkout-preferences/request.json' with { type: 'json' };
import { edit, read, without } from '../json.ts';
import { fields } from './fields.ts';
import { type Industry, industries, industriesWith, particularPaths } from './industry.ts';
import { representativeOf } from './places.ts';
import { type Preference, preference } from './preference.ts';
import type { Seed } from './scene.ts';

/** A full preference of an industry with a field that only other industries have. */
interface ForeignField {
  readonly industry: Industry;
  /** The industry that the field is from. */
  readonly owner: Industry;
  readonly name: string;
  readonly path: string;
  readonly pointer: string;
  readonly body: Preference;
}

/** Adds each industry-specific field to an industry that does not have it. */
export function foreignFields(seed: Seed): ForeignField[] {
  const particular = fields(general).filter(({ path }) => particularPaths.includes(path));
  return particular.flatMap(({ path, pointer }, index) => {
    const owner = representativeOf(path);
    const lacking = industries.filter((industry) => !industriesWith(path).includes(industry));
    const industry = lacking[index % lacking.length];
    if (!owner || !industry) return [];
    const value = read(preference(owner, { seed }), pointer);
    const body = edit(preference(industry, { seed }), pointer, () => value);
    return [{ industry, owner, name: `${path} of ${owner}`, path, pointer, body }];
  });
}

/** A full preference of an industry without one field or block. */
interface Omission {
  readonly industry: Industry;
  readonly name: string;
  /** The path in the list of required fields: items.unit_price. */
  readonly path: string;
  readonly pointer: string;
  readonly body: Preference;
}

/** Omits each field in turn, single or containing others, each once in an industry that has it. */
export function omissions(seed: Seed): Omission[] {
  const full = new Map(industries.map((industry) => [industry, preference(industry, { seed })]));
  return fields(general).flatMap(({ path, pointer }) => {
    const industry = representativeOf(path);
    const body = industry && full.get(industry);
    // An omitted element is an empty array, which invalid.ts already has.
    if (!body || path.endsWith('[0]') || !industriesWith(path).includes(industry)) return [];
    return [{ industry, name: `without ${path}`, path, pointer, body: without(body, pointer) }];
  });
}
