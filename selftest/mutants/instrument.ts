import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { type File, Instrumenter } from '@stryker-mutator/instrumenter';
import { build, type Plugin } from 'esbuild';
import { keysOf, type Mutant } from './keys.ts';

/** Describes what Stryker's switches read and write; each copy of the program has its own. */
export interface Switchboard {
  readonly activeMutant?: string;
  /** A mutant that is met so often stands in a loop that never ends; it throws. */
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: { static: Record<string, number> };
}

/** A program with all its mutants in it. */
interface Instrumented<Exports> {
  readonly mutants: readonly Mutant[];
  /** Holds what the entry exports, from a copy of the program that shares nothing with any other. */
  readonly load: (switchboard: Switchboard) => Exports;
}

const silent = () => {};
const off = () => false;
const logger = {
  isTraceEnabled: off,
  isDebugEnabled: off,
  isInfoEnabled: off,
  isWarnEnabled: off,
  isErrorEnabled: off,
  isFatalEnabled: off,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
};

/**
 * Puts every mutant of the files into the program that starts at `entry`, each behind a switch, and compiles it once.
 * A copy is made by calling it: what a module computes when it is loaded is mutated too.
 */
export async function instrument<Exports>(entry: string, files: readonly string[]): Promise<Instrumented<Exports>> {
  const sources = await Promise.all(files.map(readSource));
  const instrumenter = new Instrumenter(logger);
  const result = await instrumenter.instrument(sources, { plugins: [], excludedMutations: [], ignorers: [] });
  const text = await bundle(entry, result.files);
  const parameters = ['require', 'module', 'console', 'globalThis'];
  const program = compileFunction(`${text}\nreturn module.exports;`, parameters);
  const require = createRequire(path.resolve(entry));
  const quiet = { error: silent, log: silent };
  // The switches look for their board in what is called globalThis.
  const load = (switchboard: Switchboard): Exports =>
    program(require, { exports: {} }, quiet, { Math, __stryker__: switchboard });
  return { mutants: keysOf(result.mutants, sources), load };
}

async function readSource(name: string): Promise<File> {
  return { name, content: await readFile(name, 'utf8'), mutate: true };
}

async function bundle(entry: string, files: readonly File[]): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    packages: 'external',
    logLevel: 'error',
    plugins: [reading(files)],
  });
  return outputFiles[0]?.text ?? '';
}

/** Has the bundler read the mutated text of a file in the place of its own. */
function reading(files: readonly File[]): Plugin {
  const mutated = new Map(files.map(({ name, content }) => [path.resolve(name), content]));
  return {
    name: 'mutants',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
        const contents = mutated.get(file);
        return contents === undefined ? undefined : { contents, loader: 'ts' };
      }),
  };
}
