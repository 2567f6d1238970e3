import type { Miss } from './miss.ts';

/** Other words than a listed one, by what a reader overlooks who takes them for it. */
export const otherWords: readonly Miss[] = [
  { name: 'in capitals', of: (right) => right.toUpperCase() },
  { name: 'with a letter behind', of: (right) => `${right}s` },
  { name: 'with a letter in front', of: (right) => `x${right}` },
  { name: 'without its last letter', of: (right) => right.slice(0, -1) },
  { name: 'with hyphens', of: (right) => right.replaceAll('_', '-') },
  { name: 'cut to its first word', of: (right) => right.replace(/_.*/, '') },
  { name: 'cut to its last word', of: (right) => right.replace(/.*_/, '') },
];

/** Lists of two words that are separated by something else than a space (RFC 6749, 3.3), and what stands for all words. */
export const otherLists: readonly Miss[] = [
  ...[',', '+', ';', '|', ''].map((sign) => ({
    name: `separated by ${sign === '' ? 'nothing' : JSON.stringify(sign)}`,
    of: (right: string) => right.replaceAll(' ', sign),
  })),
  { name: 'replaced by a star', of: () => '*' },
  { name: 'with a star behind', of: (right) => `${right} *` },
];
