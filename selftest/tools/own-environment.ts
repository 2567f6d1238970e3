/** Holds what the self-tests take over from the environment of the caller; npm's own says where packages come from. */
const kept = /^(?:PATH|HOME|TMPDIR|TERM|FORCE_COLOR|NO_COLOR|CI|npm_config_\w+)$/i;

/** Forgets every other variable, so that none changes a self-test. Workers inherit what is left and what Playwright adds. */
export function forgetEnvironment(environment: NodeJS.ProcessEnv): void {
  if (environment.TEST_WORKER_INDEX !== undefined) return;
  for (const name of Object.keys(environment)) if (!kept.test(name)) delete environment[name];
}
