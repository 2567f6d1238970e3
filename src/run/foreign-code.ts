import path from 'node:path';
import { appendToChannel, readChannel } from './channels.ts';
import { environment } from './context.ts';
import { reportersOn, valuesOf } from './process/command-line.ts';
import { home, moduleFile } from './process/program.ts';

interface Loaded {
  readonly argv: readonly string[];
  readonly configFile?: string | undefined;
  readonly reporter: readonly (readonly [string, ...unknown[]])[];
}

/** Options of Node that load no code. docs/security.md lists them. */
export const harmlessOptions: readonly string[] = [
  '--disable-warning',
  '--dns-result-order',
  '--enable-source-maps',
  '--max-old-space-size',
  '--no-deprecation',
  '--no-warnings',
  '--use-openssl-ca',
  '--use-system-ca',
];

/** Playwright's own reporters, which only read. */
const builtIn = ['blob', 'dot', 'failures', 'github', 'html', 'json', 'junit', 'line', 'list', 'null'];

/** Records options of Node, a configuration and reporters that are not the suite's own and may change a result. */
export function recordForeignCode({ argv, configFile, reporter }: Loaded): void {
  const { NODE_OPTIONS = '', PW_TEST_REPORTER = '' } = environment();
  const options = [...NODE_OPTIONS.split(/\s+/), ...process.execArgv].filter(isForeignOption);
  const added = [...reportersOn(argv), ...valuesOf(argv, '--add-reporter').flatMap((list) => list.split(','))];
  const reporters = [...reporter.map(([name]) => name), ...added, PW_TEST_REPORTER].filter(isForeignReporter);
  const isOwnConfig = configFile === undefined || path.resolve(configFile) === moduleFile('playwright.config');
  for (const option of new Set(options)) appendToChannel('foreign code', ['NODE_OPTIONS', option]);
  if (!isOwnConfig) appendToChannel('foreign code', ['--config', path.basename(configFile)]);
  for (const name of new Set(reporters)) appendToChannel('foreign code', ['--add-reporter', path.basename(name)]);
}

/** Returns the recorded foreign code, by name. */
export function getForeignCode(): Readonly<Record<string, string>> {
  const names = new Map<string, Set<string>>();
  for (const [name, value] of readChannel('foreign code')) names.set(name, (names.get(name) ?? new Set()).add(value));
  return Object.fromEntries([...names].map(([name, values]) => [name, [...values].join(' ')]));
}

function isForeignOption(option: string): boolean {
  return option !== '' && !harmlessOptions.includes(option.split('=', 1)[0] ?? '');
}

function isForeignReporter(name: string): boolean {
  return name !== '' && !builtIn.includes(name) && !path.resolve(name).startsWith(`${home}reporters`);
}
