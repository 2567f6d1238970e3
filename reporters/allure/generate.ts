import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import { environment } from '../../suite/run/context.ts';
import { home, PROGRAM } from '../../suite/run/process/program.ts';
import { factsOf } from './environment-block.ts';
import { stripAnalytics } from './private-parts.ts';

/** Runs the Allure command, which is large and installed by whoever wants its report. */
export function runAllure(words: readonly string[], env: NodeJS.ProcessEnv, stdio: 'pipe' | 'inherit'): void {
  const { status, stderr } = spawnSync(process.execPath, [allureCommand(), ...words], { env, stdio });
  if (status !== 0 && stdio === 'pipe') throw new Error(`Allure failed: ${stderr}`);
  process.exitCode = status ?? 0;
}

function allureCommand(): string {
  try {
    const main = createRequire(import.meta.url).resolve('allure');
    return path.join(path.dirname(main), '..', 'cli.js');
  } catch {
    const [, version] =
      Object.entries(packageFile.peerDependencies).find(([name]) => name === 'allure') ?? [];
    throw new Error(`The Allure report needs the package allure: npm install allure@${version}.`);
  }
}

/**
 * Makes `allure/` in the folder of the reports out of `allure-results/`, the tests in `awesome/` and the trend over the
 * runs in `dashboard/`, and returns the path of the page that leads to both.
 */
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
  runAllure(
    ['generate', results, '--config', path.join(home, 'allurerc.mjs'), '--output', made],
    env,
    'pipe',
  );
  for (const file of readdirSync(made, { recursive: true, encoding: 'utf8' }))
    if (/^(?:\w+\/)?index\.html$/.test(file)) stripAnalytics(path.join(made, file));
  const wanted = path.resolve(reports, 'allure');
  rmSync(wanted, { recursive: true, force: true });
  renameSync(made, wanted);
  return path.join(wanted, 'index.html');
}
