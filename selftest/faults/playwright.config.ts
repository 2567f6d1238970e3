import { defineConfig } from '@playwright/test';
import { endpoints } from '../../suite/operations.ts';

// The first process decides, and the workers inherit it.
process.env.STRICT = '1';
process.env.DEPTH ||= 'standard';
process.env.SEED ||= '1';
process.env.RUN_ID ||= 'faults';
process.env.REQUEST_TIMEOUT ||= '1';

/** Every test against every fault that breaks its requirement. */
export default defineConfig({
  testDir: '../../tests',
  outputDir: '../../reports/faults',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  reporter: [['./table-reporter.ts']],
  projects: endpoints.map((endpoint) => ({ name: endpoint, testDir: `../../tests/${endpoint}` })),
});
