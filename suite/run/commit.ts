import { execFileSync } from 'node:child_process';

/** The commit of the suite, with `+changes` where files differ from it; undefined where git cannot tell. */
export function commitOf(folder = process.cwd()): string | undefined {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return `${git('rev-parse', 'HEAD')}${git('status', '--porcelain') === '' ? '' : '+changes'}`;
  } catch {
    return undefined;
  }
}
