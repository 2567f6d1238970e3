/** Matches the variables that self-tests inherit; npm's own variables define where packages come from. */
const kept = /^(?:PATH|HOME|TMPDIR|TERM|FORCE_COLOR|NO_COLOR|CI|npm_config_\w+)$/i;

/** Deletes every other variable, so that none affects a self-test. Workers inherit the rest and Playwright's own. */
export function forgetEnvironment(environment: NodeJS.ProcessEnv): void {
  if (environment.TEST_WORKER_INDEX !== undefined) return;
  for (const name of Object.keys(environment)) if (!kept.test(name)) delete environment[name];
}
