import { defineConfig } from '@playwright/test';

/** Matches the variables that self-tests inherit; npm's own variables define where packages come from. */
const kept = /^(?:PATH|HOME|TMPDIR|TERM|FORCE_COLOR|NO_COLOR|CI|npm_config_\w+)$/i;

/** Deletes every other variable, so that none affects a self-test. Workers inherit the rest and Playwright's own. */
export function forgetEnvironment(environment: NodeJS.ProcessEnv): void {
  if (environment.TEST_WORKER_INDEX !== undefined) return;
  for (const name of Object.keys(environment)) if (!kept.test(name)) delete environment[name];
}

forgetEnvironment(process.env);

/**
 * The tests for a contributor after each change, in two minutes. A test that starts the suite, the gate, a command or a
 * browser is tagged @long, except for one per subject; @slow are whole runs, and what shows in another form what a @long
 * test shows. One worker runs a file, so that its servers start once.
 */
export default defineConfig({
  testDir: '.',
  testIgnore: 'long/**',
  grepInvert: /@(long|slow)\b/,
  outputDir: '../reports/selftest',
  globalSetup: new URL('../compile.mjs', import.meta.url).pathname,
  workers: 4, // on two cores: many tests wait for a process or a clock
  timeout: 300_000,
  reporter: 'list',
});
