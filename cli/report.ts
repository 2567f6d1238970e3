import type { Command } from 'commander';
import { generateAllure } from '#reporters/allure';
import { print, printError } from '#run/process/command-line';
import { withRun } from './setting-options.ts';

/** Makes the Allure report of the last run. */
export function define(command: Command): void {
  const make = withRun(async ({ settings }) => print(await generateAllure(settings.REPORTS_DIR)));
  command.action(make);
  command.command('open', { hidden: true }).action(async () => {
    printError('report open is deprecated: the report is one file. Use report, and open the file that it names.');
    await make();
  });
}
