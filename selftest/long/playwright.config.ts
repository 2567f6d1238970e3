import { defineConfig } from '@playwright/test';
import usual from '../playwright.config.ts';

/** Holds what honestly takes long: whole runs, and the rows of which the usual self-tests run one. */
export default defineConfig({
  ...usual,
  testDir: '..',
  testIgnore: [],
  grep: /@long\b|(?:^| )long\//,
  grepInvert: [],
  outputDir: '../../reports/selftest-long',
  reporter: [['list'], ['../tools/dearest-reporter.ts']],
});
