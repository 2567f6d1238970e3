import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { FullConfig, Suite } from '@playwright/test/reporter';
import { FileSystemWriter, ReporterRuntime } from 'allure-js-commons/sdk/reporter';
import allure from 'allure-playwright';
import writeFileAtomic from 'write-file-atomic';
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
    Object.assign(this, {
      allureRuntime: new ReporterRuntime({ ...this.options, writer: createWriter(this.options.resultsDir) }),
    });
  }
}

/** Returns Allure's writer without its fsync for each result, which blocks this process for milliseconds each time. */
function createWriter(resultsDir = path.join(settings().REPORTS_DIR, 'allure-results')): FileSystemWriter {
  const writer = new FileSystemWriter({ resultsDir });
  writer.writeResult = (result) => {
    mkdirSync(resultsDir, { recursive: true });
    writeFileAtomic.sync(path.join(resultsDir, `${result.uuid}-result.json`), JSON.stringify(result), { fsync: false });
  };
  return writer;
}
