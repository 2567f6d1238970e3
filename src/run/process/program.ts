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

/** Returns the path of a module of the suite, whose ending differs between a checkout and the package. */
export function moduleFile(name: string): string {
  return `${home}${name}${isCheckout ? '.ts' : '.js'}`;
}

/** Returns the commit of the suite, with `+changes` if files differ; undefined without git, and for a package. */
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
  /** Empty if git found none. */
  readonly commit: string;
  readonly register: string;
}

/** Returns this suite; `register` is the digest of its register. */
export function suiteOf(register: string): Suite {
  return { name: packageFile.name, version: packageFile.version, commit: commitOf() ?? '', register };
}
