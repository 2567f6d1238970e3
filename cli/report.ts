import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Command } from 'commander';
import type { SdkResult } from '#client/result/result';
import { describePartialRun, describeVerdict } from '#results/conditions';
import schema from '#results/conformance.schema.json' with { type: 'json' };
import type { Conformance } from '#results/document';
import { environment } from '#run/context';
import { registerDigest } from '#run/digest';
import { writeWholeFile } from '#run/file';
import { readJsonFile } from '#run/json-file';
import { print } from '#run/process/output';
import { getCommit, home, PROGRAM } from '#run/process/program';
import packageFile from '../package.json' with { type: 'json' };
import { withRun } from './setting-options.ts';

/** Makes the Allure report of the last run. */
export function define(command: Command): void {
  command.action(withRun(({ settings }) => print(generateAllure(settings.REPORTS_DIR))));
}

/** Makes `allure.html`, one file that opens from disk, from `allure-results/` in the reports; returns its path. */
function generateAllure(reports: string): string {
  const results = path.resolve(reports, 'allure-results');
  if (!existsSync(results)) throw new Error(`${results} does not exist. Run ${PROGRAM} run first.`);
  const made = path.resolve(reports, '.allure-new');
  rmSync(made, { recursive: true, force: true });
  const history = path.resolve(reports, 'allure-history.jsonl');
  forgetRun(history, statSync(results).mtimeMs);
  const env = { ...environment(), ALLURE_HISTORY: history, ALLURE_FACTS: JSON.stringify(getFacts(reports)) };
  const words = [findAllure(), 'generate', results, '--config', path.join(home, 'allurerc.mjs'), '--output', made];
  // In the suite's folder: Allure loads allurerc.mjs from where it runs.
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: home, env, stdio: 'pipe' });
  if (status !== 0) throw new Error(`Allure wrote no report: ${stderr}. Run the suite again, then this command.`);
  stripAnalytics(path.join(made, 'index.html'));
  const report = path.resolve(reports, 'allure.html');
  renameSync(path.join(made, 'index.html'), report);
  rmSync(made, { recursive: true });
  return report;
}

function findAllure(): string {
  try {
    return path.join(path.dirname(createRequire(import.meta.url).resolve('allure')), '..', 'cli.js');
  } catch {
    const { allure } = packageFile.peerDependencies;
    throw new Error(`The Allure report needs the package allure. Use npm install allure@${allure}.`);
  }
}

/** Removes earlier results of the same run from the history: a run counts once, however often its report is made. */
function forgetRun(history: string, ended: number): void {
  if (!existsSync(history)) return;
  const lines = readFileSync(history, 'utf8').split('\n').filter(Boolean);
  const earlier = lines.filter((line) => JSON.parse(line).timestamp < ended);
  writeWholeFile(history, earlier.map((line) => `${line}\n`).join(''));
}

type Facts = Readonly<Record<string, string>>;

/** Returns the environment block of the Allure report for the last run, or for the SDK gate if only that has run. */
function getFacts(reports: string): Facts {
  const run = path.join(reports, 'conformance.json');
  const gate = path.join(reports, 'sdk.json');
  if (existsSync(run) || !existsSync(gate)) return getFactsOfRun(readJsonFile<Conformance>(run, schema).value);
  const { verdict, command, way, suite } = readJsonFile<SdkResult>(gate, {}).value;
  return { Verdict: verdict, Command: command.join(' '), Way: way, ...getFactsOfSuite(suite) };
}

function getFactsOfRun(document: Conformance): Facts {
  const { target, suite, seed, depth, requirements, decision } = document;
  const part = describePartialRun(document);
  return {
    Decision: decision.words,
    Verdict: describeVerdict(document),
    ...(part === undefined ? {} : { 'Partial run': part }),
    Target: target.name,
    'Base URL': target.baseUrl,
    ...getFactsOfSuite(suite),
    Seed: String(seed),
    Depth: depth,
    'Reference version': `${requirements.length} requirements, ${registerDigest(decision.subject).slice(0, 12)}`,
  };
}

function getFactsOfSuite({ name, version }: SdkResult['suite']): Facts {
  return { Suite: `${name} ${version}`, Commit: getCommit() ?? 'unknown' };
}

/** Removes the call to a public host that Allure's page makes when it is opened. */
function stripAnalytics(file: string): void {
  const page = readFileSync(file, 'utf8');
  const analytics =
    /<script async src="https:\/\/www\.googletagmanager\.com[^>]*><\/script>\s*<script>[\s\S]*?<\/script>/g;
  const clean = page.replace(analytics, '');
  if (/googletagmanager|gtag\(/.test(clean))
    throw new Error(`${file} calls a public host. Fix stripAnalytics for this version of allure.`);
  writeWholeFile(file, clean);
}
