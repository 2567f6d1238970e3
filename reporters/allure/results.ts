import { copyFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FullConfig, Suite } from '@playwright/test/reporter';
import { stringifyEnvInfo, type Writer } from 'allure-js-commons/sdk/reporter';
import allure from 'allure-playwright';
import { settings } from '#run/context';
import { useWriter } from './private-parts.ts';

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

/**
 * Writes Allure's results as its own writer does, a whole file or none, but without waiting for the disk after each of
 * hundreds: until a file is written, no worker gets its next test.
 */
function createWriter(folder: string): Writer {
  const inFolder = (name: string) => {
    mkdirSync(folder, { recursive: true });
    return path.join(folder, name);
  };
  const write = (name: string, content: string | Buffer) => {
    const file = inFolder(name);
    writeFileSync(`${file}.part`, content);
    renameSync(`${file}.part`, file);
  };
  const writeJson = (name: string, content: object) => write(name, JSON.stringify(content));
  return {
    writeResult: (result) => writeJson(`${result.uuid}-result.json`, result),
    writeGroup: (group) => writeJson(`${group.uuid}-container.json`, group),
    writeAttachment: write,
    writeAttachmentFromPath: (name, from) => copyFileSync(from, inFolder(name)),
    writeEnvironmentInfo: (info) => write('environment.properties', stringifyEnvInfo(info)),
    writeCategoriesDefinitions: (categories) => writeJson('categories.json', categories),
    writeGlobals: writeJson,
  };
}
