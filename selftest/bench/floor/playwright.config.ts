import { defineConfig } from '@playwright/test';

// Playwright's floor: as many tests as the suite has, each with one bare request to the same provider; laid out in one
// project, or in as many as the suite has, each of which starts a worker of its own.
const projects = Number(process.env.PROJECTS || 1);

export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  workers: 2,
  projects: Array.from({ length: projects }, (_, index) => ({
    name: `project ${index + 1}`,
    ...(projects > 1 ? { workers: 1 } : {}),
  })),
  reporter: 'dot',
  outputDir: '../../../test-results/floor',
  webServer: {
    command: 'node --import tsx mock/main.ts',
    cwd: '../../..',
    env: { PORT: '0' },
    wait: { stdout: /BASE_URL=(?<BASE_URL>\S+)/ },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 2_000 },
  },
});
