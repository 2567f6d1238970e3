import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describePartialRun, describeVerdict } from '#results/conditions';
import schema from '#results/conformance.schema.json' with { type: 'json' };
import type { Conformance } from '#results/document';
import { environment } from '#run/context';
import { readJsonFile } from '#run/json-file';
import { commitOf, home, PROGRAM } from '#run/process/program';
import { registerDigest } from '#run/register-digest';
import packageFile from '../../package.json' with { type: 'json' };
import { stripAnalytics } from './private-parts.ts';

/** Runs the Allure command, which is large and optional, in the suite's folder: it loads allurerc.mjs from where it runs. */
export function runAllure(words: readonly string[], env: NodeJS.ProcessEnv, stdio: 'pipe' | 'inherit'): void {
  const command = [allureCommand(), ...words];
  const { status, stderr } = spawnSync(process.execPath, command, { cwd: home, env, stdio });
  if (status !== 0 && stdio === 'pipe')
    throw new Error(`Allure made no report: run the suite again, and then this. It said: ${stderr}`);
  process.exitCode = status ?? 0;
}

function allureCommand(): string {
  try {
    const main = createRequire(import.meta.url).resolve('allure');
    return path.join(path.dirname(main), '..', 'cli.js');
  } catch {
    const [, version] = Object.entries(packageFile.peerDependencies).find(([name]) => name === 'allure') ?? [];
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
  allureCommand(); // says where it is not installed, before anything is made
  const made = path.resolve(reports, '.allure-new');
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made);
  const history = path.resolve(reports, 'allure-history.jsonl');
  const env = {
    ...environment(),
    ALLURE_HISTORY: history,
    ALLURE_FACTS: JSON.stringify(await factsOf(reports)),
  };
  runAllure(['generate', results, '--config', path.join(home, 'allurerc.mjs'), '--output', made], env, 'pipe');
  for (const file of readdirSync(made, { recursive: true, encoding: 'utf8' }))
    if (/^(?:\w+\/)?index\.html$/.test(file)) stripAnalytics(path.join(made, file));
  const wanted = path.resolve(reports, 'allure');
  rmSync(wanted, { recursive: true, force: true });
  renameSync(made, wanted);
  return path.join(wanted, 'index.html');
}

type Facts = Readonly<Record<string, string>>;

/** Returns what the environment block of the Allure report says of the last run, or of the SDK gate where that alone has run. */
function factsOf(reports: string): Facts {
  const [run, gate] = ['conformance.json', 'sdk.json'].map((name) => path.join(reports, name));
  if (run && gate && !existsSync(run) && existsSync(gate)) return ofGate(readJsonFile<Gate>(gate, {}).value);
  return ofRun(readJsonFile<Conformance>(run ?? '', schema).value);
}

function ofRun(document: Conformance): Facts {
  const { target, suite, seed, depth, requirements, decision } = document;
  const part = describePartialRun(document);
  return {
    Decision: decision.words,
    Verdict: describeVerdict(document),
    ...(part === undefined ? {} : { 'A part of a run': part }),
    Target: target.name,
    'Base URL': target.baseUrl,
    ...ofSuite(suite),
    Seed: String(seed),
    Depth: depth,
    'Reference version': `${requirements.length} requirements, ${registerDigest(decision.subject).slice(0, 12)}`,
  };
}

/** Describes the part of client/result/sdk.schema.json that Allure shows. */
interface Gate extends Pick<Conformance, 'suite'> {
  readonly verdict: string;
  readonly command: readonly string[];
  readonly way: string;
}

function ofGate({ verdict, command, way, suite }: Gate): Facts {
  return { Verdict: verdict, Command: command.join(' '), Way: way, ...ofSuite(suite) };
}

function ofSuite({ name, version }: Conformance['suite']): Facts {
  return { Suite: `${name} ${version}`, Commit: commitOf() ?? 'unknown' };
}
