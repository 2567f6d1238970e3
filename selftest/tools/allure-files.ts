import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Returns the texts of the files that allure.html contains in a folder or under a name. */
export function allureFiles(reports: string, name: string): string[] {
  const html = readFileSync(path.join(reports, 'allure.html'), 'utf8');
  const files = [...html.matchAll(/\bd\("([^"]+)","([^"]*)"\)/g)];
  return files.flatMap(([, file = '', content = '']) =>
    file.startsWith(name) ? [Buffer.from(content, 'base64').toString()] : [],
  );
}
