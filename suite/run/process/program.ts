import { fileURLToPath } from 'node:url';

/** Whether this is a checkout, which holds TypeScript, or the package, which holds what was made of it. */
export const isCheckout = import.meta.url.endsWith('.ts');

/** How the user calls the program. */
export const PROGRAM = isCheckout ? 'npm run conformance --' : 'npx payments-conformance';

/** The same, where its output goes on to another program. */
export const PRINTING = isCheckout ? 'npm run -s conformance --' : PROGRAM;

/** Where the suite is installed; its user may stand anywhere. */
export const home = fileURLToPath(new URL('../../../', import.meta.url));

/** A module of the suite by its path in it, without the ending, which differs between a checkout and the package. */
export function moduleFile(name: string): string {
  return `${home}${name}${isCheckout ? '.ts' : '.js'}`;
}
