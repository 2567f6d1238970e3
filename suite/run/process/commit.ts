import { execFileSync } from 'node:child_process';
import { home, isCheckout } from './program.ts';

/** The commit of the suite, with `+changes` where files differ from it; undefined where git cannot tell, and of a package. */
export function commitOf(folder = home): string | undefined {
  if (!isCheckout) return undefined; // a repository around the package is its user's
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return `${git('rev-parse', 'HEAD')}${git('status', '--porcelain') === '' ? '' : '+changes'}`;
  } catch {
    return undefined;
  }
}
