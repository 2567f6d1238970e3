import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { allure } from '../reporters/allure/generate.ts';
import { settings } from '../suite/run/context.ts';
import { runCommand } from './command.ts';

// `npm run report:open`: serves the report that `npm run report` made, until it is interrupted.
await runCommand(() => {
  const folder = path.join(settings().REPORTS_DIR, 'allure');
  if (!existsSync(folder)) throw new Error(`${folder} is not there: run npm run report first.`);
  process.exitCode = spawnSync(allure, ['open', folder], { stdio: 'inherit' }).status ?? 0;
});
