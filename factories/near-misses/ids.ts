import { type Miss, type NearMiss, nearMisses } from '../near-miss.ts';
import { otherTexts } from './texts.ts';

/** Returns ids that are almost right and can be sent in a path, without control characters. */
export function nearIds(right: string): NearMiss[] {
  return nearMisses(otherTexts, right).filter(({ value }) => !/\p{Cc}|^\.{1,2}$/u.test(value));
}

/** Ids of a form that no service issues and that a reader may take for a number or a part of a path. */
export const unusualIds: readonly NearMiss[] = [
  ...['-1', '+1', '0', '007', '1e5', '1_0', '1.5', '٣', '३', '３', ' ', "'", '"', '%', 'null', '[]'],
  'x'.repeat(300),
].map((value) => ({ name: `that is ${value.slice(0, 10)}`, value }));

/** Texts around a number that no reader accepts as a number. */
export const noNumbers: readonly Miss[] = [
  { name: 'with a letter in front', of: (right) => `x${right}` },
  { name: 'with a letter behind', of: (right) => `${right}x` },
  { name: 'with a letter in the middle', of: (right) => middle(right, 'x') },
  { name: 'with a hyphen in the middle', of: (right) => middle(right, '-') },
  { name: 'with a blank in the middle', of: (right) => middle(right, ' ') },
  { name: 'with a second number behind a comma', of: (right) => `${right},${right}` },
  { name: 'with a minus sign behind', of: (right) => `${right}-` },
  { name: 'with an underscore in the middle', of: (right) => middle(right, '_') },
  { name: 'with two dots', of: (right) => `${right}.1.1` },
  { name: 'that is a space', of: () => ' ' },
  { name: 'in brackets', of: (right) => `[${right}]` },
  { name: 'in letters', of: () => 'abc' },
  ...['me', 'null', 'true', 'NaN'].map((word) => ({ name: `in the word ${word}`, of: () => word })),
  { name: 'that is a sign alone', of: () => '-' },
];

/** Texts that only some readers accept as a number. */
export const alikeNumbers: readonly Miss[] = [
  { name: 'with a space behind', of: (right) => `${right} ` },
  { name: 'with a space in front', of: (right) => ` ${right}` },
  { name: 'with a line break behind', of: (right) => `${right}\n` },
  { name: 'with a word behind a line break', of: (right) => `${right}\nx` },
  { name: 'with a zero in front', of: (right) => `0${right}` },
  { name: 'with a minus sign in front', of: (right) => `-${right}` },
  { name: 'with a plus sign in front', of: (right) => `+${right}` },
  { name: 'that is zero', of: () => '0' },
  { name: 'that is 1e5', of: () => '1e5' },
  { name: 'with a fraction', of: (right) => `${right}.5` },
  { name: 'with an exponent', of: (right) => `${right}e400` },
  { name: 'in a hundred digits', of: (right) => right.padEnd(100, '9') },
  { name: 'in full-width digits', of: (right) => inDigitsFrom(right, 0xff10) },
  { name: 'in Arabic digits', of: (right) => inDigitsFrom(right, 0x0660) },
];

function middle(text: string, sign: string): string {
  const half = Math.max(1, text.length >> 1);
  return `${text.slice(0, half)}${sign}${text.slice(half) || '1'}`;
}

function inDigitsFrom(text: string, zero: number): string {
  return text.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)));
}
