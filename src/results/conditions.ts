import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FullConfig } from '@playwright/test/reporter';
import { groupByKey } from '#api/group-by-key';
import { message } from '#api/messages';
import type { Subject } from '#api/requirement';
import { appendToChannel, readChannel } from '#run/channels';
import { environment } from '#run/context';
import { describeMissingShards, isPartial, type ShardSelection } from '#run/partial-run';
import { getOptionValues, getReporters } from '#run/process/command-line';
import { getModuleFile, home } from '#run/process/program';
import type { Replay, RunContext } from '#run/run-context';
import { readSettings, type Settings } from '#run/settings/settings';
import names from './foreign-code.json' with { type: 'json' };
import type { Selected } from './selection.ts';
import { isNotSelected, type RequirementOutcome, type Verdict } from './verdict.ts';

/** Settings with a value other than the default that change a requirement. */
export type Conditions = Readonly<Record<string, string>>;

const writers: { readonly [Name in keyof Settings]?: (value: Settings[Name]) => string } = {
  OPERATIONS: (names) => names.join(', '),
  REQUIREMENTS: String,
  WITHOUT: (value) => value.join(','),
  TOKEN_LIFETIME: String,
  DEPTH: String,
  REQUEST_TIMEOUT: String,
  BUDGET: ({ per: _, ...most }) => String(Object.entries(most).map((pair) => pair.join('='))),
  EXTRA_CA: (file) => new X509Certificate(readFileSync(file)).fingerprint256.slice(0, 23),
  MOCK_VARIATION: String,
  MOCK_FAULT: String,
};

/** Returns the conditions of a run. For a client only its operations change a requirement. */
export function getConditions(settings: Settings, subject: Subject): Conditions {
  const defaults = readSettings({});
  const write = <Name extends keyof Settings>(name: Name, value: Settings[Name]) => writers[name]?.(value) ?? '';
  const changed = (subject === 'client' ? ['OPERATIONS'] : Object.keys(writers))
    .filter((name): name is keyof Settings => name in settings)
    .filter((name) => JSON.stringify(settings[name]) !== JSON.stringify(defaults[name]))
    .map((name) => [name, write(name, settings[name])] as const);
  return { ...Object.fromEntries(changed.filter(([, value]) => value !== '')), ...getForeignCode() };
}

/** Returns the verdict with its conditions: `CONFORMANT for oauth-token, test-users under TOKEN_LIFETIME=3600`. */
export function describeVerdict({ verdict, conditions }: { verdict: Verdict; conditions: Conditions }): string {
  const { OPERATIONS, ...others } = conditions;
  const words = Object.entries(others).map(([name, value]) => `${name}=${value}`);
  const scope = OPERATIONS === undefined ? '' : ` for ${OPERATIONS}`;
  return `${verdict}${scope}${words.length === 0 ? '' : ` under ${words.join(', ')}`}`;
}

interface Extent {
  readonly shards?: ShardSelection | undefined;
  readonly selection: Selected;
}

/** Returns the reason why a result is partial, such as `shard 3 of 3 is missing`; undefined if it is whole. */
export function describePartialRun({ shards, selection }: Extent): string | undefined {
  if (isPartial(shards)) return describeMissingShards(shards);
  const { tests, of, argv } = selection;
  return tests < of ? `${tests} of ${of} tests were selected by ${argv.join(' ') || 'no option'}` : undefined;
}

/** Returns the number of musts that a selection leaves out, in one line; nothing if it has them all. */
export function describeNotSelected(requirements: readonly RequirementOutcome[]): string[] {
  const musts = requirements.filter(({ level }) => level === 'must');
  const out = musts.filter(isNotSelected).length;
  return out === 0 ? [] : [`Not selected, or only with some of their tests: ${out} of ${musts.length} musts.`];
}

export interface Replayed extends Omit<Replay, 'started'> {
  readonly recorded: string;
  /** The number of requests of this suite that the recording does not have. */
  readonly unrecorded: number;
}

/** Returns the replay facts of a result; nothing if the run is no replay. */
export function getReplay({ replay }: Pick<RunContext, 'replay'>): { readonly replay?: Replayed } {
  if (!replay) return {};
  const { run, started: recorded, suite, file } = replay;
  const unrecorded = readChannel('unrecorded').length;
  return { replay: { run, recorded, suite, file: path.relative('', file), unrecorded } };
}

/** Returns the description of a replay, with the number of requests that its recording does not have. */
export function describeReplay({ run, recorded, unrecorded }: Replayed): string {
  return message(`run.replay${unrecorded > 0 ? '.lacks' : ''}`, { run, day: recorded.slice(0, 10), unrecorded });
}

type Loaded = Pick<FullConfig, 'argv' | 'configFile' | 'reporter'>;

/** Options of Node that load no code (docs/security.md), and Playwright's own reporters, which only read. */
export const { harmlessOptions, builtInReporters } = names;

/** Variables by which the system, tsx and Playwright load code, or other code than that of the suite. */
const { loaders } = names;

/** The conditions that name code of others. */
export const foreignCode: readonly string[] = ['NODE_OPTIONS', '--config', '--add-reporter', ...loaders];

/** Records code that is not the suite's own and may change a result: options of Node, a configuration, reporters … */
export function recordForeignCode({ argv, configFile, reporter }: Loaded): void {
  const variables = environment();
  const { NODE_OPTIONS = '', PW_TEST_REPORTER = '' } = variables;
  const options = [...NODE_OPTIONS.split(/\s+/), ...process.execArgv].filter(isForeignOption);
  const added = [...getReporters(argv), ...getOptionValues(argv, '--add-reporter').flatMap((list) => list.split(','))];
  const reporters = [...reporter.map(([name]) => name), ...added, PW_TEST_REPORTER].filter(isForeignReporter);
  const isOwnConfig = configFile === undefined || path.resolve(configFile) === getModuleFile('playwright.config');
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
  const found = groupByKey(readChannel('foreign code'), ([name]) => name);
  const listed = [...found].map(([name, rows]) => [name, [...new Set(rows.map(([, value]) => value))].join(' ')]);
  return Object.fromEntries(listed);
}

function isForeignOption(option: string): boolean {
  return option !== '' && !harmlessOptions.includes(option.split('=', 1)[0] ?? '');
}

function isForeignReporter(name: string): boolean {
  return name !== '' && !builtInReporters.includes(name) && !path.resolve(name).startsWith(`${home}reporters`);
}
