import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { endpoints } from '#api/operations';
import { startRun } from '#run/start';

const { settings } = startRun();

/** Runs every test over several targets in one run. */
export default defineConfig({
  testDir: '../../tests',
  outputDir: path.join(settings.REPORTS_DIR, 'test-results'),
  fullyParallel: true,
  workers: Number(process.env.MATRIX_WORKERS ?? '2'),
  timeout: 60_000,
  reporter: [['./runs.ts']],
  projects: endpoints.map((endpoint) => ({ name: endpoint, testDir: `../../tests/${endpoint}` })),
});
