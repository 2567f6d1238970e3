import { rmSync } from 'node:fs';
import { endMarked } from './leftovers.mjs';

// Outlives a gate that is killed: when the pipe from it closes, it ends what the gate's command started and removes the
// gate's folder. A gate that ends by itself has done both.
const [mark, folder] = process.argv.slice(2);
process.stdin.resume().on('close', () => {
  endMarked(mark);
  rmSync(folder, { recursive: true, force: true });
});
