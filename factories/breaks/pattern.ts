import type { WaysToBreak } from './way.ts';

const texts = [
  { how: 'outside its pattern', main: true, value: 'none-of-these' },
  { how: 'that is an empty text', main: false, value: '' },
  { how: 'in alien letters', main: false, value: '東京' },
];

/** `pattern`: those of a few texts that do not match it. */
export const patternWays: WaysToBreak = ({ pattern }) => {
  if (pattern === undefined) return [];
  const matches = new RegExp(pattern, 'u');
  return texts.filter(({ value }) => !matches.test(value)).map((way) => ({ keyword: 'pattern', ...way }));
};
