import { defineConfig } from '@playwright/test';
import { forgetEnvironment } from './tools/own-environment.ts';

forgetEnvironment(process.env);

/** What a contributor runs after each change; what takes long is in long/, beside it. */
export default defineConfig({
  testDir: '.',
  testIgnore: 'long/**',
  outputDir: '../reports/selftest',
  fullyParallel: true,
  workers: 3, // on two cores: many tests wait for a process or a clock
  timeout: 300_000,
  reporter: [['list'], ['./tools/dearest-reporter.ts']],
});
