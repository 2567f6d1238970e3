import { defineConfig } from '@playwright/test';
import { forgetEnvironment } from './tools/own-environment.ts';

forgetEnvironment(process.env);

/**
 * The tests for a contributor after each change, in two minutes. A test that starts the suite, the gate or a command is
 * tagged @long, except for one per subject. One worker runs a file, so that its servers start once.
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
