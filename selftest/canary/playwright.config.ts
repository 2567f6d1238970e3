import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { settings } from '#run/context';
import main from '../../playwright.config.ts';

const root = path.resolve(import.meta.dirname, '../..');
const inReports = (name: string) => path.resolve(settings().REPORTS_DIR, name);
const configured = Array.isArray(main.reporter) ? main.reporter : [];

/** The suite's own configuration with every other reporter of Playwright too. */
export default defineConfig({
  ...main,
  testDir: path.join(root, 'tests'),
  projects: (main.projects ?? []).map((project) => ({
    ...project,
    testDir: path.join(root, project.testDir ?? 'tests'),
  })),
  reporter: [
    ...configured.map(([name, options]): [string, unknown] => [
      name.startsWith('.') ? path.join(root, name) : name,
      options,
    ]),
    ['blob', { outputFile: inReports('blob.zip') }],
    ['json', { outputFile: inReports('results.json') }],
    ['list'],
    ['github'],
  ],
});
