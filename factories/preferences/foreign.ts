import general from '../../schemas/checkout-preferences/request.json' with { type: 'json' };
import { edit, read } from '../json.ts';
import { fields } from './fields.ts';
import { type Industry, industries, industriesWith, particularPaths } from './industry.ts';
import { type Preference, preference } from './preference.ts';
import { representativeOf } from './representative.ts';
import type { Seed } from './scene.ts';

/** A full preference of an industry with a field that only others have. */
export interface ForeignField {
  readonly industry: Industry;
  /** The industry that the field is from. */
  readonly owner: Industry;
  readonly name: string;
  readonly path: string;
  readonly pointer: string;
  readonly body: Preference;
}

/** Puts each field that some industries have and others have not into one that has it not. */
export function foreignFields(seed: Seed): ForeignField[] {
  const particular = fields(general).filter(({ path }) => particularPaths.includes(path));
  return particular.flatMap(({ path, pointer }, index) => {
    const owner = representativeOf(path);
    const transportFailure = industries.filter((industry) => !industriesWith(path).includes(industry));
    const industry = transportFailure[index % transportFailure.length];
    if (!owner || !industry) return [];
    const value = read(preference(owner, { seed }), pointer);
    const body = edit(preference(industry, { seed }), pointer, () => value);
    return [{ industry, owner, name: `${path} of ${owner}`, path, pointer, body }];
  });
}
