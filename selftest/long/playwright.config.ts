import { defineConfig } from '@playwright/test';
import usual from '../playwright.config.ts';

/** Runs the tests tagged @long (seconds), tagged @slow (whole runs) and those of this folder. CI runs @long alone. */
export default defineConfig({
  ...usual,
  testDir: '..',
  testIgnore: [],
  grep: /@(long|slow)\b|(?:^| )long\//,
  grepInvert: [],
  outputDir: '../../reports/selftest-long',
});
