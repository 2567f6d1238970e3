import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { type File, Instrumenter, type InstrumentResult } from '@stryker-mutator/instrumenter';
import { build, type Plugin } from 'esbuild';

/** One change of the source by Stryker's rules. */
export interface Mutant {
  /** Stryker's own number, which activates it. */
  readonly id: string;
  /** The file, the text and its replacement, which stay the same after changes elsewhere. */
  readonly key: string;
}

/** The state of Stryker's switches; each copy of the program has its own. */
export interface Switchboard {
  readonly activeMutant?: string;
  /** A mutant with more hits than the limit throws: it is in an endless loop. */
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: { static: Record<string, number> };
}

interface Instrumented<Exports> {
  readonly mutants: readonly Mutant[];
  /** Returns the exports of the entry from a copy of the program that shares no state with other copies. */
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
 * Compiles the program at `entry` once with every mutant of the files, each behind a switch. Each call makes a copy, so
 * that code that runs at load time is mutated too.
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

/** Makes the bundler read the mutated text of each file. */
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

type Made = InstrumentResult['mutants'][number];

/** Returns the mutants with their keys; the second of two equal keys ends in #2. */
function keysOf(made: readonly Made[], sources: readonly File[]): Mutant[] {
  const texts = new Map(sources.map(({ name, content }) => [name, content.split('\n')]));
  const met = new Map<string, number>();
  return made.map((mutant) => {
    const text = original(texts.get(mutant.fileName) ?? [], mutant);
    const key = `${mutant.fileName}: ${short(text)} → ${short(mutant.replacement)}`;
    const count = (met.get(key) ?? 0) + 1;
    met.set(key, count);
    return { id: mutant.id, key: count === 1 ? key : `${key} #${count}` };
  });
}

export function fileOf({ key }: Mutant): string {
  return key.slice(0, key.indexOf(': '));
}

function original(lines: readonly string[], { location: { start, end } }: Made): string {
  const within = lines.slice(start.line, end.line + 1);
  const last = within.length - 1;
  return within
    .map((line, index) => line.slice(index === 0 ? start.column : 0, index === last ? end.column : undefined))
    .join(' ');
}

/** Returns a text on one line; a long one is shortened in the middle. */
function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= 90 ? line : `${line.slice(0, 55)} … ${line.slice(-30)}`;
}
