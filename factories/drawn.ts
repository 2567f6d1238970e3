import { createHash } from 'node:crypto';
import type { Seed } from './preferences/scene.ts';

/** Returns lower-case letters that are new to every target. The same seed and name give the same letters. */
export function drawn(seed: Seed, name: string, length = 9): string {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, block) =>
    createHash('sha256').update(`${seed} ${name} ${block}`).digest(),
  );
  return Buffer.from(Buffer.concat(blocks, length).map((byte) => 97 + (byte % 26))).toString('latin1');
}
