import { copyFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stringifyEnvInfo, type Writer } from 'allure-js-commons/sdk/reporter';

/**
 * Writes Allure's results as its own writer does, a whole file or none, but without waiting for the disk after each of
 * hundreds: until a file is written, no worker gets its next test.
 */
export function createWriter(folder: string): Writer {
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
