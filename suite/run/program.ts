/** How the user calls the program: from a checkout, which holds TypeScript, or from the package, which holds what was made of it. */
export const PROGRAM = import.meta.url.endsWith('.ts')
  ? 'npm run conformance --'
  : 'npx payments-conformance';
