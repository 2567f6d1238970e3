import { defineConfig } from '@playwright/test';
import { forgetEnvironment } from './tools/own-environment.ts';

forgetEnvironment(process.env);

/** Holds what a contributor runs after each change. What takes long is in long/, or is tagged so among the quick ones of its subject. */
export default defineConfig({
  testDir: '.',
  testIgnore: 'long/**',
  grepInvert: /@(long|slow)\b/,
  outputDir: '../reports/selftest',
  fullyParallel: true,
  workers: 3, // on two cores: many tests wait for a process or a clock
  timeout: 300_000,
  reporter: [['list'], ['./tools/dearest-reporter.ts']],
});
