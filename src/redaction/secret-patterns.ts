import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { settings } from '#run/context';
import { listFiles } from '#run/file';
import { createSieve } from './finder.ts';
import { SHORTEST_SECRET } from './forms.ts';

/** Fewest letters and digits together that are no word of a report's own. */
const STRONG = 16;

/** Returns true if a value of a target looks like a secret: mixed letters and digits, and no name of ours. */
export function looksSecret(value: string): boolean {
  return value.length >= SHORTEST_SECRET && isMixed(value) && !/^[A-Z]{3}-\d\d$/.test(value) && !isOurs(value);
}

/** Returns true if no file of a report holds the value by chance, so that finding it is a leak. */
export function isUnguessable(value: string): boolean {
  return value.replace(/[^a-z0-9]/gi, '').length >= STRONG && isMixed(value);
}

function isMixed(value: string): boolean {
  return /\d/.test(value) && /[a-z]/i.test(value) && !/\s/.test(value);
}

function isOurs(value: string): boolean {
  const { RUN_ID, TARGET, BASE_URL } = settings();
  return [`conformance-${RUN_ID}`, TARGET, BASE_URL].some((ours) => ours !== '' && ours.includes(value));
}

const words = ['tests', 'factories'].map(readSources).join('\n');
const mayBeWord = createSieve(words);

/** Returns true for a word of the suite's own tests, which everybody can read: it is no secret. */
export function isSuiteWord(value: string): boolean {
  return mayBeWord(value) && words.includes(value);
}

function readSources(name: string): string {
  const folder = fileURLToPath(new URL(`../../${name}`, import.meta.url));
  const files = listFiles(folder).filter((file) => /\.[jt]s$/.test(file));
  return files.map((file) => readFileSync(file, 'utf8')).join('\n');
}
