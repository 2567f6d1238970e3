import { defineConfig } from '@playwright/test';
import { endpoints } from '#api/operations';
import { startRun } from '#run/context';

startRun();

/** Every test over several targets in one run: what each came to is the business of the reporter that is named. */
export default defineConfig({
  testDir: '../../tests',
  outputDir: '../../reports/matrix',
  fullyParallel: true,
  workers: Number(process.env.MATRIX_WORKERS ?? '2'),
  timeout: 60_000,
  reporter: [[`./${process.env.MATRIX_REPORTER}`]],
  projects: endpoints.map((endpoint) => ({ name: endpoint, testDir: `../../tests/${endpoint}` })),
});
