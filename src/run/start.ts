import { randomInt, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import { changeContext, context, environment, handedContext, isHanded, isWorker, runFolder } from './context.ts';
import { sha256 } from './digest.ts';
import { getPartFolder, parseShard, type Shard } from './partial-run.ts';
import { getOptionValues, hasOption, selectsSomeTests } from './process/command-line.ts';
import { printError } from './process/output.ts';
import { createRunContext } from './process/sources.ts';
import type { RunContext } from './run-context.ts';
import { describeDeprecated } from './settings/former-names.ts';
import { hasCertificate } from './settings/setting-kinds.ts';
import { describeMisnamed } from './settings/target.ts';

/** Starts the run: chooses the names that are not set and hands the context to the workers. Changes nothing in a worker. */
export function startRun(): RunContext {
  if (isWorker()) return context();
  const base = context();
  const { settings } = base;
  const { argv } = process;
  if (!isHanded()) checkVariables(base);
  const shard = parseShard(getOptionValues(argv, '--shard')[0] ?? '') ?? base.shard;
  const names = chooseNames(base, shard, settings.BASE_URL ? 'target' : 'embedded');
  const REPORTS_DIR = shard ? settings.REPORTS_DIR : getReportsFolder(argv, settings.REPORTS_DIR);
  rejectDebug();
  trustAuthorities(settings.EXTRA_CA);
  environment().PLAYWRIGHT_LAST_RUN_OUTPUT_FILE ??= getLastRunFile(settings.REPORTS_DIR); // of a partial run too
  return changeContext({
    shard,
    byEndpoint: names.TARGET !== 'embedded' || base.replay !== undefined || hasOption(argv, '--project'),
    isSerial: [...getOptionValues(argv, '--workers'), ...getOptionValues(argv, '-j')].includes('1'),
    started: base.started || new Date().toISOString(),
    settings: { ...settings, ...names, REPORTS_DIR },
  });
}

function checkVariables(base: RunContext): void {
  const note = describeDeprecated(environment());
  if (note !== undefined) printError(note);
  rejectMisnamed(base);
}

/** Throws if the target is not named as it must be. */
export function rejectMisnamed({ settings, written }: RunContext): void {
  const message = describeMisnamed(settings, written);
  if (message !== undefined) throw new Error(message);
}

/** Rejects the logs of Playwright and of Node, which print every header field to stderr. */
function rejectDebug(): void {
  const { DEBUG = '', NODE_DEBUG = '' } = environment();
  const isOfPlaywright = /\bpw\b|\*/.test(DEBUG);
  const [name, value, who] = isOfPlaywright ? ['DEBUG', DEBUG, 'Playwright'] : ['NODE_DEBUG', NODE_DEBUG, 'Node'];
  if (value !== '')
    throw new Error(`${name} is ${JSON.stringify(value)}: ${who} would print every token. Unset ${name}.`);
}

/** Lets the workers, which start after this, verify TLS and trust a PEM file in addition to the known authorities. */
function trustAuthorities(authorities: string): void {
  const env = environment();
  delete env.NODE_TLS_REJECT_UNAUTHORIZED;
  if (authorities === '') return;
  const given = env.NODE_EXTRA_CA_CERTS;
  const both = path.join(runFolder(), 'authorities.pem');
  const files = [authorities, ...(given && hasCertificate(given) ? [given] : [])];
  writeFileSync(both, files.map((file) => readFileSync(file, 'utf8')).join('\n'));
  env.NODE_EXTRA_CA_CERTS = both;
}

/** Returns the folder of a run's reports; a partial run never overwrites a whole result. */
export function getReportsFolder(argv: readonly string[], reports: string): string {
  return (selectsSomeTests(argv.slice(2)) && getPartFolder(reports)) || reports;
}

function chooseNames({ settings, written }: RunContext, shard: Shard | undefined, target: string) {
  const names = createRunNames({ ...environment(), ...written }, shard);
  return {
    TARGET: settings.TARGET || target,
    SEED: settings.SEED || Number(names.SEED),
    RUN_ID: settings.RUN_ID || names.RUN_ID,
  };
}

const ciRuns = ['GITHUB_RUN_ID', 'CI_PIPELINE_ID', 'BUILDKITE_BUILD_ID', 'CIRCLE_WORKFLOW_ID', 'BUILD_TAG'];

/** Returns a new SEED and RUN_ID for a run without one, the same on all machines that share a run. */
export function createRunNames(environment: NodeJS.ProcessEnv, shard: Shard | undefined) {
  if (!shard) return { SEED: String(randomInt(1, 1_000_000)), RUN_ID: randomUUID().slice(0, 8) };
  const names = ['TARGET', 'BASE_URL', ...ciRuns].map((name) => environment[name]);
  const digest = sha256(JSON.stringify([packageFile.version, shard.total, ...names]));
  return { SEED: String((Number.parseInt(digest.slice(8, 16), 16) % 999_999) + 1), RUN_ID: digest.slice(0, 8) };
}

/** Returns the file in which Playwright records what failed. */
export function getLastRunFile(reports: string): string {
  return path.resolve(reports, 'test-results', '.last-run.json');
}

/** Prepares a run in a process of its own with `variables` over the settings of this one. Returns its environment. */
export function prepareRun(
  variables: NodeJS.ProcessEnv,
  more: Partial<Pick<RunContext, 'started' | 'replay' | 'targets'>> = {},
): NodeJS.ProcessEnv {
  const env = { ...environment(), ...variables };
  changeContext({ ...createRunContext(env), folder: runFolder(), key: context().key, ...more }, false);
  return { ...env, ...handedContext() };
}

/** Starts the run of a client, which has no workers and no URL of a target. */
export function startClientRun(): RunContext {
  const base = context();
  const names = chooseNames(base, undefined, 'client');
  return changeContext({
    subject: 'client',
    started: new Date().toISOString(),
    settings: { ...base.settings, ...names, BASE_URL: '' },
  });
}
