import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { deprecatedNames } from '#api/register';
import type { Conformance } from '#results/document';
import { context, environment, settings } from '#run/context';
import { getReportsFolder } from '#run/partial-run';
import { onlyLists, says } from '#run/process/command-line';
import { complain } from '#run/process/output';
import { runPlaywright } from '#run/process/playwright';
import { rejectWrongWords } from './rejections.ts';
import { settingOptions } from './setting-options.ts';

/** Defines the run of the suite; options that are not ours go to Playwright. */
export function define(command: Command): void {
  settingOptions(command)
    .argument('[selection...]', 'files of tests, and options of Playwright: --project=oauth-token, --grep @TOK-29')
    .allowUnknownOption()
    .action(run);
}

async function run(words: string[]): Promise<void> {
  rejectWrongWords(words, settings());
  warnIfDeprecated(context().written.REQUIREMENTS);
  const { MOCK_FAULT } = settings();
  if (MOCK_FAULT !== '') (await import('#mock/demo-faults')).withDemoFaults(MOCK_FAULT); // throws for an unknown one
  if (onlyLists(words)) {
    const args = says(words, '--reporter') ? words : [...words, '--reporter=list']; // others would overwrite reports
    process.exitCode = await runPlaywright(['test', ...args], environment());
    return;
  }
  const { WORKERS } = environment();
  const args = ['test', ...words.map(addReporter), ...(WORKERS ? [`--workers=${WORKERS}`] : [])] as const;
  const code = await runPlaywright(args, environment());
  process.exitCode = code === 0 && isRed(args) ? 1 : code;
}

/** Returns true if the result is red, whatever status another reporter has set. */
function isRed(args: readonly string[]): boolean {
  const file = path.join(getReportsFolder(['', '', ...args], settings().REPORTS_DIR), 'conformance.json');
  if (!existsSync(file)) return false;
  const { decision }: Pick<Conformance, 'decision'> = JSON.parse(readFileSync(file, 'utf8'));
  return decision.tone === 'red';
}

/** Adds a reporter to those of the suite, which Playwright would replace. */
function addReporter(word: string): string {
  return word.replace(/^--reporter(?==|$)/, '--add-reporter');
}

function warnIfDeprecated(set = ''): void {
  const name = deprecatedNames[set];
  if (name !== undefined) complain(`REQUIREMENTS=${set} is deprecated. Use REQUIREMENTS=${name}.`);
}
