import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestResult } from 'allure-js-commons';

/** Returns the texts of the files that allure.html contains in a folder or under a name. */
export function allureFiles(reports: string, name: string): string[] {
  const html = readFileSync(path.join(reports, 'allure.html'), 'utf8');
  const files = [...html.matchAll(/\bd\("([^"]+)","([^"]*)"\)/g)];
  return files.flatMap(([, file = '', content = '']) =>
    file.startsWith(name) ? [Buffer.from(content, 'base64').toString()] : [],
  );
}

/** Returns the Allure results of a run; none if it wrote none. */
export function allureResults(reports: string): TestResult[] {
  const folder = path.join(reports, 'allure-results');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('-result.json')) : [];
  return names.map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')));
}
