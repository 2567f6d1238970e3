import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import packageFile from '../../../package.json' with { type: 'json' };
import { cleanEnvironment } from '../context.ts';

/** True in a checkout, which holds TypeScript; false in the package, which holds JavaScript. */
const isCheckout = import.meta.url.endsWith('.ts');

/** The command by which the user calls the program. */
export const PROGRAM = isCheckout ? 'npm run conformance --' : 'npx payments-conformance';

/** The same, where its output goes on to another program. */
export const PRINTING = isCheckout ? 'npm run -s conformance --' : PROGRAM;

/** The folder in which the suite is installed. */
export const home = fileURLToPath(new URL('../../../', import.meta.url));

/** A module of the suite by its path in it, without the ending, which differs between a checkout and the package. */
export function moduleFile(name: string): string {
  return `${home}${name}${isCheckout ? '.ts' : '.js'}`;
}

/** The commit of the suite, with `+changes` where files differ from it; undefined where git cannot tell, and of a package. */
export function commitOf(folder = home): string | undefined {
  if (!isCheckout) return undefined; // a repository around the package is its user's
  const git = (...words: string[]) =>
    execFileSync('git', words, {
      cwd: folder,
      env: cleanEnvironment(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    return `${git('rev-parse', 'HEAD')}${git('status', '--porcelain') === '' ? '' : '+changes'}`;
  } catch {
    return undefined;
  }
}

export interface Suite {
  readonly name: string;
  readonly version: string;
  /** Empty where git could not tell. */
  readonly commit: string;
  readonly register: string;
}

/** This suite; `register` is the digest of its register. */
export function suiteOf(register: string): Suite {
  return { name: packageFile.name, version: packageFile.version, commit: commitOf() ?? '', register };
}
