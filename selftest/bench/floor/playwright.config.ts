import { defineConfig } from '@playwright/test';

// Playwright's floor: as many tests as the suite has, each with one bare request to the same provider.
export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  workers: 2,
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
