import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folders = ['tests', 'factories'].map((name) =>
  fileURLToPath(new URL(`../../../${name}`, import.meta.url)),
);

let text: string | undefined;

/**
 * Whether a value stands in the suite's own tests, which everybody can read: a value that they made up, or a word of
 * theirs, is no secret, and to blank it out would only spoil the reports.
 */
export function isOwnWord(value: string): boolean {
  text ??= folders
    .filter((folder) => existsSync(folder))
    .map(sourcesIn)
    .join('\n');
  return text.includes(value);
}

function sourcesIn(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /\.[jt]s$/.test(entry.name),
  );
  return files.map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'utf8')).join('\n');
}
