import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: '../reports/selftest',
  fullyParallel: true,
  workers: 2,
  timeout: 300_000,
  reporter: [['list']],
});
