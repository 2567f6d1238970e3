import { defineConfig } from '@playwright/test';

// Playwright's floor: as many tests as the suite has, each with one bare request to the same provider, which is served as
// in a run of the suite; laid out in one project, or as the suite is: in several, each with a worker of its own.
const projects = Number(process.env.PROJECTS || 1);

export default defineConfig({
  testDir: '.',
  fullyParallel: projects === 1,
  workers: 2,
  projects: Array.from({ length: projects }, (_, index) => ({
    name: `project ${index + 1}`,
    ...(projects > 1 ? { workers: 1 } : {}),
  })),
  reporter: 'dot',
  outputDir: '../../../test-results/floor',
  globalSetup: './provider.ts',
});
