import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { environment } from '../../suite/run/context.ts';
import { PROGRAM } from '../../suite/run/program.ts';
import { factsOf } from './environment-block.ts';

/** The Allure command. */
export const allure = path.resolve('node_modules/.bin/allure');

/** Makes `allure/` in the folder of the reports out of `allure-results/`, and returns its path. */
export async function generateAllure(reports: string): Promise<string> {
  const results = path.resolve(reports, 'allure-results');
  if (!existsSync(results)) throw new Error(`${results} is not there: run ${PROGRAM} run first.`);
  const made = path.resolve(reports, '.allure-new');
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made);
  const history = path.resolve(reports, 'allure-history.jsonl');
  const env = {
    ...environment(),
    ALLURE_HISTORY: history,
    ALLURE_FACTS: JSON.stringify(await factsOf(reports)),
  };
  execFileSync(allure, ['generate', results, '--config', 'allurerc.mjs', '--output', made], {
    env,
    stdio: 'pipe',
  });
  for (const file of readdirSync(made)) if (file.endsWith('.html')) stripAnalytics(path.join(made, file));
  const wanted = path.resolve(reports, 'allure');
  rmSync(wanted, { recursive: true, force: true });
  renameSync(made, wanted);
  return path.join(wanted, 'index.html');
}

/** Allure's page calls a public host when it is opened: a report of ours calls none. */
function stripAnalytics(file: string): void {
  const page = readFileSync(file, 'utf8');
  const analytics =
    /<script async src="https:\/\/www\.googletagmanager\.com[^>]*><\/script>\s*<script>[\s\S]*?<\/script>/g;
  const clean = page.replace(analytics, '');
  if (/googletagmanager|gtag\(/.test(clean))
    throw new Error(`${file} calls a public host: adapt stripAnalytics to this version of allure.`);
  writeFileSync(file, clean);
}
