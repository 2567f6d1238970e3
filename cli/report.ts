import { generateAllure } from '../reporters/allure/generate.ts';
import { settings } from '../suite/run/context.ts';
import { runCommand } from './command.ts';

// `npm run report`: the Allure report of the last run.
await runCommand(async () => {
  console.log(`${await generateAllure(settings().REPORTS_DIR)}: to see it, npm run report:open`);
});
