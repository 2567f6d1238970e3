import { memberOf } from '../../suite/core/exchange.ts';

/** Every value at a path, through all elements of the arrays on it. */
export function valuesAt(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (name === undefined) return value === undefined ? [] : [value];
  const holders: unknown[] = Array.isArray(value) ? value : [value];
  return holders.flatMap((holder) => {
    const member = memberOf(holder, name);
    const inner: unknown[] = Array.isArray(member) && rest.length > 0 ? member : [member];
    return inner.flatMap((one) => valuesAt(one, rest));
  });
}
