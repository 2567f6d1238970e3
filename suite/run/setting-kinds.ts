import { shardIn } from './shard.ts';

/** Turns the text of a variable into its value, or says in words what is wanted instead. */
export type Parse<T> = (value: string) => { value: T } | { wanted: string };

/** Any text. */
export const text: Parse<string> = (value) => ({ value });

/** Letters, digits and dashes. */
export const word: Parse<string> = (value) =>
  /^[\w-]+$/.test(value) ? { value } : { wanted: 'letters, digits and dashes' };

/** 1 or 0, also written true or false. */
export const flag: Parse<boolean> = (value) => {
  const known: Record<string, boolean> = { '1': true, true: true, '0': false, false: false };
  const parsed = known[value.toLowerCase()];
  return parsed === undefined ? { wanted: '1 or 0' } : { value: parsed };
};

/** A whole number from `least` up. */
export function number(least: number): Parse<number> {
  return (value) => {
    const parsed = Number(value);
    const fits = /^\d+$/.test(value) && Number.isSafeInteger(parsed) && parsed >= least;
    return fits ? { value: parsed } : { wanted: `a whole number from ${least} up` };
  };
}

/** A number above 0, which may be a part of one. */
export const rate: Parse<number | undefined> = (value) => {
  const parsed = Number(value);
  const fits = /^\d*\.?\d+$/.test(value) && parsed > 0 && Number.isFinite(parsed);
  return fits ? { value: parsed } : { wanted: 'a number above 0, such as 5 or 0.5' };
};

/** One of the words. */
export function choice<const Word extends string>(...words: Word[]): Parse<Word> {
  return (value) => {
    const word = words.find((candidate) => candidate === value);
    return word === undefined ? { wanted: `one of ${words.join(', ')}` } : { value: word };
  };
}

/** One of several machines: 2/3. */
export const part: Parse<string> = (value) =>
  shardIn(value) ? { value } : { wanted: 'which machine of how many, such as 2/3' };

/** Some of the words, with commas between them. */
export function choices<Word extends string>(
  words: readonly Word[],
  isWord: (word: string) => word is Word,
): Parse<readonly Word[]> {
  return (value) => {
    const chosen = value
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean);
    return chosen.every(isWord)
      ? { value: words.filter((word) => chosen.includes(word)) }
      : { wanted: `one or more of ${words.join(', ')}, with commas between them` };
  };
}

/** An absolute http or https URL. */
export const anyUrl: Parse<string> = (value) =>
  isHttp(value) ? { value } : { wanted: 'an absolute URL such as http://127.0.0.1:4010/_states' };

/** An absolute http or https URL without user, query or fragment; a trailing slash is taken off. */
export const baseUrl: Parse<string> = (value) => {
  const plain = isHttp(value) && !/[@?#]/.test(value);
  return plain
    ? { value: value.replace(/\/+$/, '') }
    : { wanted: 'an absolute URL such as http://127.0.0.1:4010/v1, without user, query or fragment' };
};

function isHttp(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}
