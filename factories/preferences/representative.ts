import general from '../../schemas/checkout-preferences/request.json' with { type: 'json' };
import { fields } from './fields.ts';
import { type Industry, industries, industriesWith } from './industry.ts';
import { inTryingOrder } from './places.ts';

const order = new Map(inTryingOrder(fields(general)).map(({ path }, index) => [path, index]));

/** The representative industry of a field, in which it is tried where once is enough: one that has it, in turn. */
export function representativeOf(path: string): Industry | undefined {
  const having = industriesWith(path);
  const candidates = having.length > 0 ? having : industries;
  return candidates[(order.get(path) ?? 0) % candidates.length];
}

/** Sorts what is tried by the place of its field in the schema; the whole body comes last. */
export function byField<T extends { readonly path: string }>(tried: readonly T[]): T[] {
  const rank = ({ path }: T) => order.get(path) ?? order.size;
  return tried.toSorted((one, other) => rank(one) - rank(other));
}
