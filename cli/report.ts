import type { Command } from 'commander';
import { generateAllure } from '#reporters/allure';
import { print } from '#run/process/command-line';
import { withRun } from './setting-options.ts';

/** Makes the Allure report of the last run. */
export function define(command: Command): void {
  command.action(withRun(async ({ settings }) => print(await generateAllure(settings.REPORTS_DIR))));
}
