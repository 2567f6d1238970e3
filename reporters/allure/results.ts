import path from 'node:path';
import type { FullConfig, Suite } from '@playwright/test/reporter';
import allure from 'allure-playwright';
import { settings } from '#run/context';

/**
 * Allure's reporter for merges too. In a merge Playwright tells the projects only after the configuration, and
 * Allure's wants to read the first of them at once: it gets the configuration when the projects are in it.
 */
export default class AllureResultsReporter extends allure.default {
  private configuration: FullConfig | undefined;

  constructor(options: object = {}) {
    super({ resultsDir: path.join(settings().REPORTS_DIR, 'allure-results'), ...options });
  }

  override onConfigure(config: FullConfig): void {
    this.configuration = config;
  }

  override onBegin(suite: Suite): void {
    if (this.configuration?.projects[0]) super.onConfigure(this.configuration);
    super.onBegin(suite);
  }
}
