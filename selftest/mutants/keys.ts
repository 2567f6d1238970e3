import { createHash } from 'node:crypto';
import type { File, InstrumentResult } from '@stryker-mutator/instrumenter';

/** One change of the source that Stryker's rules make. */
export interface Mutant {
  /** Stryker's own number, by which it is switched on; another one after each change of the source. */
  readonly id: string;
  /** Holds what says which mutant it is: the file, the text and what stands in its place. It outlives changes elsewhere. */
  readonly key: string;
}

type Made = InstrumentResult['mutants'][number];

/** The mutants with their keys; the second of two equal ones ends in #2. */
export function keysOf(made: readonly Made[], sources: readonly File[]): Mutant[] {
  const texts = new Map(sources.map(({ name, content }) => [name, content.split('\n')]));
  const met = new Map<string, number>();
  return made.map((mutant) => {
    const text = original(texts.get(mutant.fileName) ?? [], mutant);
    const key = `${mutant.fileName}: ${short(text)} → ${short(mutant.replacement)}`;
    const count = (met.get(key) ?? 0) + 1;
    met.set(key, count);
    return { id: mutant.id, key: count === 1 ? key : `${key} #${count}` };
  });
}

/** The file that a mutant stands in. */
export function fileOf({ key }: Mutant): string {
  return key.slice(0, key.indexOf(': '));
}

function original(lines: readonly string[], { location: { start, end } }: Made): string {
  const within = lines.slice(start.line, end.line + 1);
  const last = within.length - 1;
  return within
    .map((line, index) => line.slice(index === 0 ? start.column : 0, index === last ? end.column : undefined))
    .join(' ');
}

/** On one line, the middle left out where it is long. */
function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= 90 ? line : `${line.slice(0, 55)} … ${line.slice(-30)}`;
}

/** So many of the mutants, drawn by their keys: the same ones again as long as their own text stays. */
export function sample(mutants: readonly Mutant[], size: number): Mutant[] {
  const drawn = mutants.map((mutant) => ({
    mutant,
    lot: createHash('sha256').update(mutant.key).digest('hex'),
  }));
  drawn.sort((a, b) => (a.lot < b.lot ? -1 : 1));
  return drawn.slice(0, size).map(({ mutant }) => mutant);
}
