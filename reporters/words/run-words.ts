import type { Conformance } from '#results/document';
import { type Counts, countLevel } from '#results/verdict';

/** Returns `93 of 96 passed, 2 failed (1 waived), 1 not exercised (1 inconclusive)`: numbers that add up to all. */
export function threeNumbers(counts: Counts['must']): string {
  const part = (count: number, word: string) => (count === 0 ? '' : ` (${count} ${word})`);
  const failed = counts.failed + counts.unstable + counts.waived;
  const open = counts['not exercised'] + counts.inconclusive;
  const all = countLevel(counts);
  return [
    `${all - failed - open} of ${all} passed`,
    `${failed} failed${part(counts.unstable, 'unstable')}${part(counts.waived, 'waived')}`,
    `${open} not exercised${part(counts.inconclusive, 'inconclusive')}`,
  ].join(', ');
}

/** Returns the subject and the seed: `Target embedded at http://…, SEED=7`, or `The client "acme", SEED=7`. */
export function subjectWords(
  { target, seed, without, decision }: Conformance,
  safe: (text: string) => string = String,
): string {
  const name = safe(target.name);
  const place = target.baseUrl === '' ? '' : ` at ${safe(target.baseUrl)}`;
  const who = decision.subject === 'client' ? `The client "${name}"` : `Target ${name}${place}`;
  return [who, `SEED=${seed}`, ...(without.length > 0 ? [`WITHOUT=${without.join(',')}`] : [])].join(', ');
}

const WIDTH = 80;

/** Breaks a text into indented lines of a terminal; a word that is too long gets a line of its own. */
export function wrap(text: string, indent = ''): string[] {
  const lines = [indent];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1) ?? '';
    const isFirst = last === indent;
    if (!isFirst && last.length + 1 + word.length > WIDTH) lines.push(`${indent}${word}`);
    else lines[lines.length - 1] = `${last}${isFirst ? '' : ' '}${word}`;
  }
  return lines;
}
