import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Statement } from '../../suite/results/statement/statement.ts';

/** What differs between the suite of a statement and the one in a folder, a checkout or a package, each in one sentence. */
export function suiteProblems({ suite }: Statement, folder: string): string[] {
  const printed = digestsPrinted(folder);
  return (['register', 'schemas'] as const).flatMap((name) =>
    printed.includes(suite[name])
      ? []
      : [`The ${name} of the statement is not that of the suite in ${folder}: something was changed in one.`],
  );
}

/** What `statement digests` of that suite prints. */
function digestsPrinted(folder: string): string {
  const started = [
    ['--import', 'tsx', path.resolve(folder, 'cli/conformance.ts')],
    [path.resolve(folder, 'dist/cli/conformance.js')],
  ].find((words) => existsSync(words.at(-1) ?? ''));
  if (!started) throw new Error(`${folder} holds no suite: name its checkout or its package.`);
  const words = [...started, 'statement', 'digests'];
  return execFileSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
}
