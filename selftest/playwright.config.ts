import { defineConfig } from '@playwright/test';
import { forgetEnvironment } from './tools/own-environment.ts';

forgetEnvironment(process.env);

/**
 * Runs what a contributor runs after each change, in two minutes. A test that starts the suite, the gate or a command is
 * tagged @long, but for one of each subject. One worker runs a file, so that what a file starts is started once.
 */
export default defineConfig({
  testDir: '.',
  testIgnore: 'long/**',
  grepInvert: /@(long|slow)\b/,
  outputDir: '../reports/selftest',
  workers: 3, // on two cores: many tests wait for a process or a clock
  timeout: 300_000,
  reporter: 'list',
});
