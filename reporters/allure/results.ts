import path from 'node:path';
import type { FullConfig, Suite } from '@playwright/test/reporter';
import allure from 'allure-playwright';
import { settings } from '../../suite/run/context.ts';
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
    // A private member: where it is called otherwise one day, Allure's own writer writes the same.
    const runtime: unknown = Reflect.get(this, 'allureRuntime');
    const writer = createWriter(path.join(settings().REPORTS_DIR, 'allure-results'));
    if (runtime instanceof Object) Reflect.set(runtime, 'writer', writer);
  }
}
