import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { groupByKey } from '#api/group-by-key';
import { commands } from '#cli/commands';
import { table } from '#run/settings/settings';
import uses from '#run/settings/uses.json' with { type: 'json' };
import packageFile from '../../package.json' with { type: 'json' };

// Fails if the program exceeds budgets.json, a doc comment begins with a question word or a module keeps state. Part of `npm run check`.
// --record writes the current sizes to the file; they may only shrink.
const budgetFile = 'selftest/check/budgets.json';
const listed = execFileSync('git', ['ls-files', '*.ts'], { encoding: 'utf8' }).trimEnd().split('\n');
const texts = new Map(listed.filter((file) => existsSync(file)).map((file) => [file, readFileSync(file, 'utf8')]));
const [own, selftest] = [false, true].map((is) =>
  [...texts.keys()].filter((file) => file.startsWith('selftest/') === is),
);
// They keep what changes while a process runs: its run, and what it read of the others.
const stateful = ['src/run/context.ts', 'src/run/channels.ts'];
const depths = new Map<string, number>();
const sizes = measure(own ?? [], selftest ?? []);
const budgets: Readonly<Record<string, number>> = JSON.parse(readFileSync(budgetFile, 'utf8'));
const exceeded = Object.entries(sizes)
  .filter(([name, size]) => size > (budgets[name] ?? Number.POSITIVE_INFINITY))
  .map(([name, size]) => `${name} is ${size}. Expected at most ${budgets[name]} (${budgetFile}). Remove something.`);
const unknown = [...new Set(Object.values(uses).flat())].filter((name) => !(name in table));
const faults = [...exceeded, ...[...texts].flatMap(findQuestionComments), ...(own ?? []).flatMap(findModuleState)];
for (const name of unknown) faults.push(`src/run/settings/uses.json names ${name}, which is no setting.`);
for (const line of faults) console.error(line);
if (faults.length > 0) process.exitCode = 1;
else if (process.argv.includes('--record')) writeFileSync(budgetFile, `${JSON.stringify(sizes, null, 2)}\n`);

/** Returns the sizes of the checkout in the current folder; specs do not count in a folder. */
function measure(program: readonly string[], tests: readonly string[]) {
  const folders = groupByKey(
    program.filter((file) => !file.endsWith('.spec.ts')),
    (file) => path.dirname(file),
  );
  return {
    lines: countLines(program),
    files: program.length,
    selftestLines: countLines(tests),
    selftestFiles: tests.length,
    settings: Object.keys(table).length,
    commands: Object.keys(commands).length,
    importChain: Math.max(...program.map(measureDepth)),
    undocumented: program.flatMap((file) => texts.get(file)?.match(/(?<![/;]\n)^export (?:async )?function/gm) ?? [])
      .length,
    largestFolder: Math.max(...[...folders.values()].map((files) => files.length)),
  };
}

function countLines(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + (texts.get(file) ?? '').split('\n').length - 1, 0);
}

/** Returns the number of files in the longest chain of imports from a file; there are no circles, by a lint rule. */
function measureDepth(file: string): number {
  if (!own?.includes(file)) return 0;
  const depth = depths.get(file) ?? 1 + Math.max(0, ...importsOfFile(file).map(measureDepth));
  depths.set(file, depth);
  return depth;
}

/** Returns the files that a file imports when it is loaded, without type imports and `import()`. */
function importsOfFile(file: string): string[] {
  const text = (texts.get(file) ?? '').replace(/^import type [^;]*;/gms, '');
  const found = text.matchAll(/^(?:import|export)\s[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'/gm);
  return [...found].map(([, name, bare]) => resolveImport(file, name ?? bare ?? ''));
}

function resolveImport(file: string, name: string): string {
  if (name.startsWith('.')) return path.normalize(path.join(path.dirname(file), name));
  const [area, ...rest] = name.split('/');
  const pattern = Object.entries<string>(packageFile.imports).find(([key]) => key === `${area}/*`)?.[1];
  return pattern === undefined ? name : path.normalize(pattern.replace('*', rest.join('/')));
}

/** Returns a message for each doc comment that begins with a question word instead of a verb. */
function findQuestionComments([file, text]: readonly [string, string]): string[] {
  const found = text.matchAll(/\/\*\*\s*(?:\*\s*)?(What|Whether|Where|How|Why|Of|That|When|Which)\b/g);
  return [...found].map(({ index, 1: word }) => {
    const line = text.slice(0, index).split('\n').length;
    return `${file}:${line} begins with "${word}". Use a verb, such as Returns, at the start of a doc comment.`;
  });
}

/** Returns a message for each variable, empty map or set, and memory of calls, of a module that may keep no state. */
function findModuleState(file: string): string[] {
  const found = (texts.get(file) ?? '').matchAll(
    /^(?:export )?(?:let (\w+)|const (\w+).* = (?:new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\)|(?:memoize|once|createOnce)\w*[<(]))/gm,
  );
  return stateful.includes(file)
    ? []
    : [...found].map(
        ([, name, other]) => `${file} keeps ${name ?? other} in the module. Use a value that is handed down.`,
      );
}
