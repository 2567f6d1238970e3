import type { Command } from 'commander';
import { deprecatedNames } from '#api/sets';
import { context, environment, settings } from '#run/context';
import { onlyLists, says } from '#run/process/command-line';
import { complain } from '#run/process/output';
import { runPlaywright } from '#run/process/playwright';
import { refuse } from './refusals.ts';
import { settingOptions } from './setting-options.ts';

/** The run of the suite: what is no option of ours is Playwright's. */
export function define(command: Command): void {
  settingOptions(command)
    .argument('[selection...]', 'files of tests, and options of Playwright: --project=oauth-token, --grep @TOK-29')
    .allowUnknownOption()
    .action(run);
}

async function run(words: string[]): Promise<void> {
  refuse(words, settings());
  warnIfDeprecated(context().written.REQUIREMENTS);
  const { MOCK_FAULT } = settings();
  if (MOCK_FAULT !== '') (await import('#mock/demo-faults')).withDemoFaults(MOCK_FAULT); // throws for an unknown one
  const isList = onlyLists(words) && !says(words, '--reporter');
  const args = isList ? [...words, '--reporter=list'] : words; // the others would write over the last reports
  process.exitCode = await runPlaywright(['test', ...args], environment());
}

function warnIfDeprecated(set = ''): void {
  const name = deprecatedNames[set];
  if (name !== undefined) complain(`REQUIREMENTS=${set} is deprecated. Use REQUIREMENTS=${name}.`);
}
