import { createHash } from 'node:crypto';
import type { Seed } from './preferences/scene.ts';

/** Returns lower-case letters that are new to every target. The same seed and name give the same letters. */
export function drawn(seed: Seed, name: string, length = 9): string {
  const blocks = Math.ceil(length / 32);
  const bytes = Array.from({ length: blocks }, (_, block) => [
    ...createHash('sha256').update(`${seed} ${name} ${block}`).digest(),
  ]);
  return bytes
    .flat()
    .slice(0, length)
    .map((byte) => String.fromCharCode(97 + (byte % 26)))
    .join('');
}
