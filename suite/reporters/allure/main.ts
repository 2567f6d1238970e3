import { settings } from '../../environment.ts';
import { generateAllure } from './generate.ts';

// `npm run report`: the Allure report of the last run.
try {
  console.log(`${await generateAllure(settings.REPORTS_DIR)}: to see it, npm run report:open`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
