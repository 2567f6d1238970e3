import { defineConfig } from '@playwright/test';
import usual from '../playwright.config.ts';

/** Runs what takes long: each test tagged @long (seconds), @slow (whole runs, over 12 s) or in this folder. CI runs @long alone. */
export default defineConfig({
  ...usual,
  testDir: '..',
  testIgnore: [],
  grep: /@(long|slow)\b|(?:^| )long\//,
  grepInvert: [],
  outputDir: '../../reports/selftest-long',
  reporter: [['list'], ['../tools/dearest-reporter.ts']],
});
