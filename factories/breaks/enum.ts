import { typesOf } from '../preferences/fields.ts';
import { substitutes } from './type.ts';
import type { WaysToBreak } from './way.ts';

/** Texts are the words above; a fraction is any number to an enum. */
const alike = new Set(['as text', 'as a fraction']);

/** `enum`: a word outside it, one of its words in lower case, and every other type where no type is named. */
export const enumWays: WaysToBreak = (schema, value) => {
  if (!schema.enum) return [];
  const words = [
    { how: 'outside its enum', main: true, value: 'none of these' },
    { how: 'in lower case', main: true, value: String(value).toLowerCase() },
  ];
  const others = typesOf(schema).length > 0 ? [] : substitutes.filter(({ how }) => !alike.has(how));
  return [...words, ...others.map(({ how, from }) => ({ how, main: false, value: from(value) }))]
    .filter((way) => !schema.enum?.includes(way.value))
    .map((way) => ({ keyword: 'enum', ...way }));
};
