import { isObject, without } from '../json.ts';
import type { WaysToBreak } from './way.ts';

/** `required`: an object without one of the members that it must have. */
export const requiredWays: WaysToBreak = ({ required = [] }, value) => {
  if (!isObject(value)) return [];
  const present = required.filter((name) => Object.hasOwn(value, name));
  return present.map((name) => ({
    keyword: 'required',
    how: `without ${name}`,
    main: true,
    value: without(value, `/${name}`),
  }));
};
