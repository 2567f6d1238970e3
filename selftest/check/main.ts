import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commands } from '#cli/commands';
import { table } from '#run/settings/settings';
import packageFile from '../../package.json' with { type: 'json' };

/** The sizes that `npm run check` keeps within budgets.json. */
export interface Sizes {
  readonly lines: number;
  readonly files: number;
  readonly selftestLines: number;
  readonly selftestFiles: number;
  readonly settings: number;
  readonly commands: number;
  readonly importChain: number;
  readonly largestFolder: number;
}

/** Returns the sizes of the checkout in the current folder, as git lists its files. */
export function measureCheckout(): Sizes {
  const files = execFileSync('git', ['ls-files', '*.ts'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(file));
  const own = files.filter((file) => !file.startsWith('selftest/'));
  const selftest = files.filter((file) => file.startsWith('selftest/'));
  return {
    lines: countLines(own),
    files: own.length,
    selftestLines: countLines(selftest),
    selftestFiles: selftest.length,
    settings: Object.keys(table).length,
    commands: Object.keys(commands).length,
    importChain: measureImportChain(own),
    largestFolder: countLargestFolder(own),
  };
}

function countLines(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0);
}

/** Returns the most files in one folder; specs do not count. */
function countLargestFolder(files: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const file of files.filter((name) => !name.endsWith('.spec.ts'))) {
    const folder = path.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return Math.max(...counts.values());
}

/** Returns the number of files in the longest chain of imports; there are no circles, by a lint rule. */
function measureImportChain(files: readonly string[]): number {
  const known = new Set(files);
  const depths = new Map<string, number>();
  const measure = (file: string): number => {
    const found = depths.get(file);
    if (found !== undefined) return found;
    const deepest = importsOfFile(file)
      .filter((name) => known.has(name))
      .map(measure);
    const depth = 1 + Math.max(0, ...deepest);
    depths.set(file, depth);
    return depth;
  };
  return Math.max(...files.map(measure));
}

const staticImport = /^(?:import|export)\s[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'/gm;

/** Returns the files that a file imports when it is loaded, without type imports and `import()`. */
function importsOfFile(file: string): string[] {
  const text = readFileSync(file, 'utf8').replace(/^import type [^;]*;/gms, '');
  return [...text.matchAll(staticImport)].map(([, name, bare]) => resolveImport(file, name ?? bare ?? ''));
}

function resolveImport(file: string, name: string): string {
  if (name.startsWith('.')) return path.normalize(path.join(path.dirname(file), name));
  const [area, ...rest] = name.split('/');
  const pattern = Object.entries<string>(packageFile.imports).find(([key]) => key === `${area}/*`)?.[1];
  return pattern === undefined ? name : path.normalize(pattern.replace('*', rest.join('/')));
}

const questionWord = /\/\*\*\s*(?:\*\s*)?(What|Whether|Where|How|Why|Of|That|When|Which)\b/g;

/** Returns `file:line: word` for each doc comment that begins with a question word instead of a verb. */
export function findQuestionComments(): string[] {
  const files = execFileSync('git', ['ls-files', '*.ts'], { encoding: 'utf8' }).split('\n');
  return files.filter((file) => file !== '' && existsSync(file)).flatMap(findInFile);
}

function findInFile(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(questionWord)].map(
    ({ index, 1: word }) => `${file}:${text.slice(0, index).split('\n').length}: ${word}`,
  );
}

// Fails if the program exceeds budgets.json or a doc comment begins with a question word. Part of `npm run check`.
// --record writes the current sizes to the file; they may only shrink.
const file = 'selftest/check/budgets.json';
const sizes = Object.entries(measureCheckout());
const budgets: Partial<Sizes> = JSON.parse(readFileSync(file, 'utf8'));
const budgetOf = new Map(Object.entries(budgets));

const exceeded = sizes
  .filter(([name, size]) => size > (budgetOf.get(name) ?? Number.POSITIVE_INFINITY))
  .map(([name, size]) => `${name} is ${size}. Expected at most ${budgetOf.get(name)} (${file}): remove something.`);
const comments = findQuestionComments().map((place) => `${place}. Begin the doc comment with a verb, such as Returns.`);

for (const line of [...exceeded, ...comments]) console.error(line);
if (exceeded.length > 0 || comments.length > 0) process.exitCode = 1;
else if (process.argv.includes('--record'))
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sizes), null, 2)}\n`);
