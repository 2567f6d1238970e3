import path from 'node:path';
import { escapeToLine } from '#api/escape-controls';
import { redact } from '#redaction/redact';
import { appendToChannel, readChannel } from './channels.ts';
import { environment } from './context.ts';
import { getOptionValues, reportersOn } from './process/command-line.ts';
import { home, moduleFile } from './process/program.ts';
import type { RunContext } from './run-context.ts';
import { type Settings, secretSettings } from './settings/settings.ts';

/** The settings that change what a test sends, where, and how it is judged. */
const reported: readonly (keyof Settings)[] = [
  ...(['TARGET', 'BASE_URL', 'PROVIDER_STATES_URL', 'STATES_COMMAND', 'STATES_FILE', 'TEST_ACCOUNTS'] as const),
  ...(['EXTRA_HEADERS', 'PROVIDER_STATES_HEADERS', 'HTTPS_PROXY', 'CLIENT_CERT'] as const),
  ...(['REQUIREMENTS', 'OPERATIONS', 'WITHOUT', 'STRICT', 'DEPTH'] as const),
  ...(['TOKEN_LIFETIME', 'REQUEST_TIMEOUT', 'EXTRA_CA', 'MOCK_VARIATION', 'MOCK_FAULT'] as const),
];

const ofTarget: ReadonlySet<string> = new Set(['TARGET', 'BASE_URL', 'PROVIDER_STATES_URL', 'HTTPS_PROXY']);

/** Returns the reported settings that were set, as they were written. */
export function listReportedSettings({ written, settings }: Pick<RunContext, 'written' | 'settings'>) {
  const names = reported.filter((name) => settings.TARGET !== 'embedded' || !ofTarget.has(name));
  const isHidden = (name: string, value: string) => secretSettings.has(name) || /^https?:.*[@?]/is.test(value);
  const set = names.flatMap((name) => (written[name] ? [[name, written[name]] as const] : []));
  return Object.fromEntries(set.map(([name, value]) => [name, isHidden(name, value) ? '' : redact(value)]));
}

type Build = Pick<Settings, 'TARGET_BUILD'>;

const LONGEST = 100;
const HEADER = /^header:(.+)$/;

/** Records the build that a response names, if TARGET_BUILD names the header field for it. */
export function recordBuild(headers: Readonly<Record<string, string>>, { TARGET_BUILD }: Build): void {
  const [, name] = HEADER.exec(TARGET_BUILD) ?? [];
  const found = name && headers[name.toLowerCase()];
  if (found === undefined) return;
  const build = escapeToLine(redact(found)).slice(0, LONGEST);
  if (!readChannel('builds').includes(build)) appendToChannel('builds', build);
}

/** Returns the build of the target as it was set or as responses named it; of a target that changed, each. */
export function getBuild({ TARGET_BUILD }: Build): string {
  return HEADER.test(TARGET_BUILD) ? [...new Set(readChannel('builds'))].join(', ') : TARGET_BUILD;
}

interface Loaded {
  readonly argv: readonly string[];
  readonly configFile?: string | undefined;
  readonly reporter: readonly (readonly [string, ...unknown[]])[];
}

/** Options of Node that load no code. docs/security.md lists them. */
export const harmlessOptions: readonly string[] = [
  ...['--disable-warning', '--dns-result-order', '--enable-source-maps', '--max-old-space-size', '--no-deprecation'],
  ...['--no-warnings', '--use-openssl-ca', '--use-system-ca'],
];

/** Playwright's own reporters, which only read. */
export const builtInReporters = ['blob', 'dot', 'failures', 'github', 'html', 'json', 'junit', 'line', 'list', 'null'];

/** Variables by which the system, tsx and Playwright load code, or other code than that of the suite. */
const loaders = [
  ...['LD_PRELOAD', 'LD_AUDIT', 'DYLD_INSERT_LIBRARIES', 'ESBUILD_BINARY_PATH', 'TSX_TSCONFIG_PATH'],
  ...['PW_TEST_SOURCE_TRANSFORM', 'PLAYWRIGHT_TRANSFORM_CACHE_DIR', 'PWTEST_CACHE_DIR'],
];

/** The conditions that name code of others. */
export const foreignCode: readonly string[] = ['NODE_OPTIONS', '--config', '--add-reporter', ...loaders];

/** Records code that is not the suite's own and may change a result: options of Node, a configuration, reporters … */
export function recordForeignCode({ argv, configFile, reporter }: Loaded): void {
  const variables = environment();
  const { NODE_OPTIONS = '', PW_TEST_REPORTER = '' } = variables;
  const options = [...NODE_OPTIONS.split(/\s+/), ...process.execArgv].filter(isForeignOption);
  const added = [...reportersOn(argv), ...getOptionValues(argv, '--add-reporter').flatMap((list) => list.split(','))];
  const reporters = [...reporter.map(([name]) => name), ...added, PW_TEST_REPORTER].filter(isForeignReporter);
  const isOwnConfig = configFile === undefined || path.resolve(configFile) === moduleFile('playwright.config');
  for (const option of new Set(options)) appendToChannel('foreign code', ['NODE_OPTIONS', option]);
  if (!isOwnConfig) appendToChannel('foreign code', ['--config', path.basename(configFile)]);
  for (const name of new Set(reporters)) appendToChannel('foreign code', ['--add-reporter', path.basename(name)]);
  for (const name of loaders) {
    const { [name]: file } = variables;
    if (file) appendToChannel('foreign code', [name, path.basename(file)]);
  }
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
  return name !== '' && !builtInReporters.includes(name) && !path.resolve(name).startsWith(`${home}reporters`);
}
