import { posix } from 'node:path';
import type { Patch, Row } from './fault.ts';

/** Ways to know a text: each with its name, how it compares, and what it accepts. */
type Ways<Accepts> = readonly (readonly [slug: string, how: string, accepts: Accepts])[];

/** A comparison that accepts more than the right text. */
export type Comparison = Ways<(sent: string, right: string) => boolean>[number];

/** Comparisons that accept another text instead of the right one. */
export const comparisons: readonly Comparison[] = [
  ['longer', 'by its beginning', (sent, right) => sent.startsWith(right)],
  ['ending', 'by its end', (sent, right) => sent.endsWith(right)],
  ['within', 'anywhere in a text', (sent, right) => sent.includes(right)],
  ['shorter', 'by any beginning of it', (sent, right) => sent !== '' && right.startsWith(sent)],
  ['part', 'by any part of it', (sent, right) => sent !== '' && right.includes(sent)],
  ['any-case', 'in any case', sameBy((text) => text.toLowerCase())],
  ['four', 'by four characters', sameBy((text) => text.slice(0, 4))],
  ['first-half', 'by its first half', hasHalf],
  ['last-four', 'by its last four', sameBy((text) => text.slice(-4))],
  ['but-first', 'by all but its first character', (sent, right) => sent !== '' && sent.slice(1) === right.slice(1)],
  ['ends', 'by all but one character in its middle', differsInMiddle],
  ['length', 'by its length', sameBy(({ length }) => `${length}`)],
  ['wildcard', 'or a wildcard', (sent, right) => [right, '%', '*', '.*'].includes(sent)],
  ['hash', 'up to a hash sign', (sent, right) => sent.replace(/#.*/, '') === right],
  ['quote', 'up to a quote', (sent, right) => sent.replace(/'.*/, '') === right],
];

/** Comparisons of an id in a path that accept another one. */
export const pathComparisons: readonly Comparison[] = [
  ...comparisons,
  ['suffix', 'without its file extension', (sent, right) => sent.replace(/\.json$/, '') === right],
  ['steps', 'after the steps of a path', (sent, right) => posix.normalize(sent) === right],
  ['decoded', 'percent-encoded', (sent, right) => decoded(sent) === right],
];

/** Comparisons that ignore differences in how a text is written. */
export const forgivingComparisons: readonly Comparison[] = [
  ['trimmed', 'with blanks around it', (sent, right) => sent.trim() === right],
  ['quoted', 'in quotes', (sent, right) => sent.replaceAll('"', '') === right],
  ['normalised', 'normalised', (sent, right) => sent.normalize('NFKC') === right],
  ['decoded', 'percent-encoded', (sent, right) => decoded(sent) === right],
  ['padded', 'up to its equals signs', sameBy((text) => text.replace(/=+$/, ''))],
  ['signs', 'with either of hyphen and underscore', sameBy((text) => text.replaceAll('_', '-'))],
  ['base64', 'in either alphabet', sameBy((text) => text.replaceAll('+', '-').replaceAll('/', '_'))],
  ['accents', 'without accents', sameBy((text) => text.normalize('NFD').replace(/\p{M}/gu, ''))],
];

/** Returns all comparisons except the named ones. */
export function without(from: readonly Comparison[], ...slugs: string[]): Comparison[] {
  return from.filter(([slug]) => !slugs.includes(slug));
}

/** Returns a row for each way to know a text. */
export function knownRows<A>(id: string, slug: string, what: string, by: (accepts: A) => Patch, ways: Ways<A>) {
  return ways.map(([name, how, accepts]): Row => [id, `${slug}-${name}`, `${what} is known ${how}`, by(accepts)]);
}

/** Compares two texts after `read` transforms both. */
export function sameBy(read: (text: string) => string): Comparison[2] {
  return (sent, right) => read(sent) === read(right);
}

function hasHalf(sent: string, right: string): boolean {
  return sent.slice(0, right.length >> 1) === right.slice(0, right.length >> 1);
}

function differsInMiddle(sent: string, right: string): boolean {
  const others = [...right].flatMap((sign, at) => (sent[at] === sign ? [] : [at / right.length]));
  return sent.length === right.length && others.length < 2 && others.every((place) => place >= 1 / 3 && place < 2 / 3);
}

function decoded(text: string): string {
  return text.replaceAll(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
}
