import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { generateAllure, runAllure } from '#reporters/allure/generate';
import { environment, settings } from '#run/context';
import { PROGRAM } from '#run/process/program';

/** The Allure report: made of what the last run left, then served to be read. */
export function define(command: Command): void {
  command.action(async () => {
    console.log(`${await generateAllure(settings().REPORTS_DIR)}: to see it, ${PROGRAM} report open`);
  });
  command
    .command('open')
    .description('serves the report that was made, on every interface of the machine, until it is interrupted')
    .action(serve);
}

function serve(): void {
  const folder = path.resolve(settings().REPORTS_DIR, 'allure');
  if (!existsSync(folder)) throw new Error(`${folder} is not there: run ${PROGRAM} report first.`);
  runAllure(['open', folder], environment(), 'inherit');
}
