import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Command } from 'commander';
import { endpoints } from '#api/operations';
import { deprecatedNames, register } from '#api/register';
import { builtInReporters } from '#results/conditions';
import type { Conformance } from '#results/document';
import { rejectUnwritable } from '#results/unfinished';
import { environment, VERBOSE } from '#run/context';
import { parseShard } from '#run/partial-run';
import { findNear } from '#run/process/command-errors';
import {
  describeWrongValue,
  getOptionValues,
  hasOption,
  isPlaywrightOption,
  onlyLists,
} from '#run/process/command-line';
import { printError } from '#run/process/output';
import options from '#run/process/playwright-options.json' with { type: 'json' };
import { runPlaywright } from '#run/process/program';
import type { RunContext } from '#run/run-context';
import { type Settings, table } from '#run/settings/settings';
import { getReportsFolder } from '#run/start';
import { addSettingOptions, getFlag, withRun } from './setting-options.ts';

/** Defines the run of the suite; options that are not ours go to Playwright. */
export function define(command: Command): void {
  addSettingOptions(command)
    .option('-v, --verbose', 'Print each request as it runs.')
    .argument('[selection...]', 'files of tests, and options of Playwright: --project=oauth-token, --grep @TOK-29')
    .allowUnknownOption()
    .action(withRun(run));
}

async function run({ settings, written }: RunContext, words: string[], flags: { readonly verbose?: true }) {
  rejectWrongWords(words, settings);
  const { REQUIREMENTS = '' } = written;
  const name = deprecatedNames[REQUIREMENTS];
  if (name !== undefined) printError(`REQUIREMENTS=${REQUIREMENTS} is deprecated. Use REQUIREMENTS=${name}.`);
  if (settings.MOCK_FAULT !== '') (await import('#mock/demo-faults')).withDemoFaults(settings.MOCK_FAULT); // or throws
  if (onlyLists(words)) {
    const args = hasOption(words, '--reporter') ? words : [...words, '--reporter=list']; // others would overwrite reports
    return runPlaywright(['test', ...args]);
  }
  const args = [
    'test',
    ...words.map((word) => word.replace(/^--reporter(?==|$)/, '--add-reporter')),
    ...(environment().WORKERS ? [`--workers=${environment().WORKERS}`] : []),
  ] as const;
  process.on('exit', () => failIfRed(args, settings));
  await runPlaywright(args, flags.verbose ? { [VERBOSE]: '1' } : {});
}

/** Ends this process with 1 if the result is red, whatever status another reporter has set. */
function failIfRed(args: readonly string[], { REPORTS_DIR }: Settings): void {
  const file = path.join(getReportsFolder(['', '', ...args], REPORTS_DIR), 'conformance.json');
  if (process.exitCode || !existsSync(file)) return;
  const { decision }: Pick<Conformance, 'decision'> = JSON.parse(readFileSync(file, 'utf8'));
  if (decision.tone === 'red') process.exitCode ||= 1;
}

/** Throws an error with the reason why a run does not start. */
export function rejectWrongWords(words: readonly string[], { REPORTS_DIR }: Pick<Settings, 'REPORTS_DIR'>): void {
  const known: readonly string[] = endpoints;
  const project = getOptionValues(words, '--project').find((name) => !name.includes('*') && !known.includes(name));
  const patterns = ['--grep', '-g', '--grep-invert'].flatMap((option) => getOptionValues(words, option));
  const ids = [...patterns.join(' ').matchAll(/\b[A-Z]{3}-\d+(?![\w[(\\.?*+{])/g)].map(([id]) => id);
  const requirement = ids.find((id) => !register.some((row) => row.id === id));
  const url = words.find((word) => /^https?:\/\//i.test(word));
  const message =
    (hasOption(words, '--retries') && '--retries is not allowed: it hides flaky failures. Use --repeat-each=3.') ||
    describeUnknownOption(words) ||
    describeWrongValue(words) ||
    (url !== undefined && `${url} is in the wrong place. Use a URL as the first word, or as --base-url=URL.`) ||
    (project !== undefined && `Unknown project ${project}. Expected one of ${known.join(', ')}.`) ||
    (requirement !== undefined && `Unknown requirement ${requirement}. Use one of docs/coverage.md.`) ||
    describeWrongForm(words) ||
    describeUnknownReporter(words);
  if (message) throw new Error(message);
  rejectUnwritable(REPORTS_DIR);
}

function describeUnknownOption(words: readonly string[]): string | undefined {
  const names = words.flatMap((word) => /^(?:--[a-z-]+|-gv|-[a-z])/i.exec(word)?.[0] ?? []);
  const unknown = names.find((name) => !isPlaywrightOption(name));
  if (unknown === undefined) return undefined;
  const near = findNear(unknown, Object.keys(table).map(getFlag));
  return `Unknown option ${unknown}. ${near === undefined ? 'Use --help.' : `Did you mean ${near}?`}`;
}

function isRegExp(text: string): boolean {
  try {
    return Boolean(new RegExp(text));
  } catch {
    return false;
  }
}

const matches = (form: RegExp) => (value: string) => form.test(value);

/** The options of Playwright whose value it ignores, or rejects with a stack trace, where it is wrong. */
const forms: readonly (readonly [names: string, fits: (value: string) => boolean, expected: string])[] = [
  ['--shard', (value) => parseShard(value) !== undefined, 'a shard such as 2/3'],
  ['--grep -g --grep-invert', isRegExp, 'a regular expression such as @TOK-29'],
  ['--workers -j', matches(/^[1-9]\d*%?$/), 'a whole number such as 4, or a percentage such as 50%'],
  ['--repeat-each', matches(/^[1-9]\d*$/), 'a whole number such as 3'],
  ['--timeout --global-timeout', matches(/^\d+$/), 'milliseconds such as 60000'],
  ['--max-failures', matches(/^\d+$/), 'a whole number such as 1'],
  ['--ui-port', matches(/^\d+$/), 'a port, or 0 for any free one'],
  ['--trace', (value) => options.traces.includes(value), `one of ${options.traces.join(', ')}`],
  ['--browser', matches(/^(?:all|chromium|firefox|webkit)$/), 'one of all, chromium, firefox, webkit'],
  ['--config -c --test-list --test-list-invert --tsconfig', existsSync, 'the path of a file that exists'],
];

/** Returns the message for an option of Playwright whose value has a wrong form or names no file. */
function describeWrongForm(words: readonly string[]): string | undefined {
  for (const [names, fits, expected] of forms)
    for (const name of names.split(' ')) {
      const wrong = getOptionValues(words, name).find((value) => !fits(value));
      if (wrong !== undefined) return `${name} is "${wrong}". Expected ${expected}.`;
    }
  return undefined;
}

function describeUnknownReporter(words: readonly string[]): string | undefined {
  const { resolve } = createRequire(path.resolve('package.json'));
  const isKnown = (name: string) => {
    try {
      return builtInReporters.includes(name) || existsSync(name) || resolve(name) !== '';
    } catch {
      return false;
    }
  };
  const names = ['--reporter', '--add-reporter'].flatMap((option) => getOptionValues(words, option));
  const unknown = names.flatMap((list) => list.split(',')).find((name) => !isKnown(name));
  return unknown && `Unknown reporter ${unknown}. Expected one of ${builtInReporters.join(', ')}, or a module.`;
}
