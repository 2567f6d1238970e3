import { runCommand } from '../../command.ts';
import { settings } from '../../environment.ts';
import { generateAllure } from './generate.ts';

// `npm run report`: the Allure report of the last run.
await runCommand(async () => {
  console.log(`${await generateAllure(settings.REPORTS_DIR)}: to see it, npm run report:open`);
});
