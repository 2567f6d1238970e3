import { createHash } from 'node:crypto';
import type { Seed } from './preferences/scene.ts';

/** A longer word repeats its beginning: to draw each letter takes long. */
const MOST_LETTERS = 1_024;

/** Returns lower-case letters that are new to every target. The same seed and name give the same letters. */
export function drawWord(seed: Seed, name: string, length = 9): string {
  const blocks = Array.from({ length: Math.ceil(Math.min(length, MOST_LETTERS) / 32) }, (_, block) =>
    createHash('sha256').update(`${seed} ${name} ${block}`).digest(),
  );
  const letters = Buffer.concat(blocks).map((byte) => 97 + (byte % 26));
  return Buffer.alloc(length, letters).toString('latin1');
}
