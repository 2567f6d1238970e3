import path from 'node:path';
import type { FullConfig, Suite } from '@playwright/test/reporter';
import allure from 'allure-playwright';
import { settings } from '../../suite/run/context.ts';
import { useWriter } from './private-parts.ts';
import { createWriter } from './writer.ts';

/**
 * Allure's reporter with a writer of ours. In a merge Playwright tells the projects only after the configuration, and
 * Allure's wants to read the first of them at once: it gets the configuration when the projects are in it.
 */
export default class AllureResultsReporter extends allure.default {
  private configuration: FullConfig | undefined;

  override onConfigure(config: FullConfig): void {
    this.configuration = config;
  }

  override onBegin(suite: Suite): void {
    if (this.configuration?.projects[0]) super.onConfigure(this.configuration);
    super.onBegin(suite);
    useWriter(this, createWriter(path.join(settings().REPORTS_DIR, 'allure-results')));
  }
}
