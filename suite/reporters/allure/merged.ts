import type { FullConfig, Suite } from '@playwright/test/reporter';
import allure from 'allure-playwright';

/**
 * Allure's reporter for a merge. There Playwright tells the projects only after the configuration, and Allure's wants
 * to read the first of them at once: it gets the configuration when the projects are in it.
 */
export default class MergedAllureReporter extends allure.default {
  private later: FullConfig | undefined;

  override onConfigure(config: FullConfig): void {
    this.later = config;
  }

  override onBegin(suite: Suite): void {
    if (this.later?.projects[0]) super.onConfigure(this.later);
    super.onBegin(suite);
  }
}
