import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { type File, Instrumenter, type InstrumentResult } from '@stryker-mutator/instrumenter';
import { build, type Plugin } from 'esbuild';
import type * as Embedded from '#mock/server';
import type * as Second from '../second-provider/server.ts';

/** One change of the source by Stryker's rules: its number, and its file, text and replacement, which stay the same. */
export interface Mutant {
  readonly id: string;
  readonly key: string;
}

/** The state of Stryker's switches; each copy has its own. A mutant with more hits than the limit throws. */
export interface Switchboard {
  readonly activeMutant?: string;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: { static: Record<string, number> };
}

/** A provider that can be started with any of its mutants. */
export type Program = Awaited<ReturnType<typeof programs>>[number];

/** Files that no request reaches: states, faults and open choices. */
const leftOut = /\.spec\.ts$|faults?(\/|\.ts$)|choices|variations|states/;

/** Returns the embedded provider and the second one, each instrumented with its mutants. */
export async function programs() {
  const embedded = await instrument<typeof Embedded>('mock');
  const second = await instrument<typeof Second>('selftest/second-provider');
  return [
    {
      name: 'embedded provider',
      mutants: embedded.mutants,
      start: async (switchboard: Switchboard) => served(await embedded.load(switchboard).startProvider()),
    },
    {
      name: 'second provider',
      mutants: second.mutants,
      start: async (switchboard: Switchboard) => served(await second.load(switchboard).startSecondProvider()),
    },
  ];
}

function served({ baseUrl, statesUrl = '', close }: Embedded.Provider | Second.SecondProvider) {
  return { target: { BASE_URL: baseUrl.replace(/\/$/, ''), PROVIDER_STATES_URL: statesUrl }, close };
}

const silent = () => {};
const off = () => false;
const logger = {
  ...{ isTraceEnabled: off, isDebugEnabled: off, isInfoEnabled: off, isWarnEnabled: off, isErrorEnabled: off },
  ...{ isFatalEnabled: off, trace: silent, debug: silent, info: silent, warn: silent, error: silent, fatal: silent },
};

/**
 * Compiles the server in a folder once with every mutant of its files, each behind a switch. Each `load` makes a copy, so
 * that code that runs at load time is mutated too.
 */
async function instrument<Exports>(folder: string) {
  const entry = path.posix.join(folder, 'server.ts');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('.ts') && !leftOut.test(name));
  const sources = await Promise.all(files.map((name) => readSource(path.posix.join(folder, name))));
  sources.sort((one, other) => (one.name < other.name ? -1 : 1));
  const options = { plugins: [], excludedMutations: [], ignorers: [] };
  const result = await new Instrumenter(logger).instrument(sources, options);
  const text = await bundle(entry, result.files);
  const program = compileFunction(`${text}\nreturn module.exports;`, ['require', 'module', 'console', 'globalThis']);
  const require = createRequire(path.resolve(entry));
  // The switches look for their board in what is called globalThis.
  const load = (switchboard: Switchboard): Exports =>
    program(require, { exports: {} }, { error: silent, log: silent }, { Math, __stryker__: switchboard });
  return { mutants: getKeys(result.mutants, sources), load };
}

async function readSource(name: string): Promise<File> {
  return { name, content: await readFile(name, 'utf8'), mutate: true };
}

/** Bundles the program; the bundler reads the mutated text of each file. */
async function bundle(entry: string, files: readonly File[]): Promise<string> {
  const mutated = new Map(files.map(({ name, content }) => [path.resolve(name), content]));
  const reading: Plugin = {
    name: 'mutants',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
        const contents = mutated.get(file);
        return contents === undefined ? undefined : { contents, loader: 'ts' };
      }),
  };
  const { outputFiles } = await build({
    ...{ entryPoints: [entry], bundle: true, write: false, platform: 'node', format: 'cjs', packages: 'external' },
    ...{ logLevel: 'error', plugins: [reading] },
  });
  return outputFiles[0]?.text ?? '';
}

type Made = InstrumentResult['mutants'][number];

/** Returns the mutants with their keys; the second of two equal keys ends in #2. */
function getKeys(made: readonly Made[], sources: readonly File[]): Mutant[] {
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
