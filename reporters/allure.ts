import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { LabelName, type Parameter, Stage, Status } from 'allure-js-commons';
import { FileSystemWriter, ReporterRuntime } from 'allure-js-commons/sdk/reporter';
import writeFileAtomic from 'write-file-atomic';
import { describePartialRun, describeVerdict } from '#results/conditions';
import schema from '#results/conformance.schema.json' with { type: 'json' };
import type { Conformance } from '#results/document';
import type { Outcome, TestOutcome } from '#results/verdict';
import { environment } from '#run/context';
import { registerDigest } from '#run/digest';
import { readJsonFile } from '#run/json-file';
import { getCommit, home, PROGRAM } from '#run/process/program';
import packageFile from '../package.json' with { type: 'json' };
import { shortReason } from './html/checks.ts';
import type { Case } from './junit.ts';

/** Allure shows `broken` in amber. */
const statuses: Readonly<Partial<Record<Outcome, Status>>> = {
  failed: Status.FAILED,
  warned: Status.BROKEN,
  unstable: Status.BROKEN,
  'not exercised': Status.SKIPPED,
  inconclusive: Status.SKIPPED,
  waived: Status.SKIPPED,
};

/** Writes a result of Allure for each case: a test, a requirement of a client, or a rule of the gate. */
export function writeResults(cases: readonly Case[], resultsDir: string, parameters: readonly Parameter[] = []): void {
  mkdirSync(resultsDir, { recursive: true });
  const runtime = new ReporterRuntime({ writer: createWriter(resultsDir) });
  for (const found of cases) write(runtime, found, parameters);
}

/** Returns Allure's writer without its fsync for each file, which takes milliseconds each time. */
function createWriter(resultsDir: string): FileSystemWriter {
  const writer = new FileSystemWriter({ resultsDir });
  writer.writeResult = (result) =>
    writeFileAtomic.sync(path.join(resultsDir, `${result.uuid}-result.json`), JSON.stringify(result), { fsync: false });
  writer.writeAttachment = (name, content) => writeFileSync(path.join(resultsDir, name), content);
  return writer;
}

function write(runtime: ReporterRuntime, found: Case, parameters: readonly Parameter[]): void {
  const { title, file, labels, seconds, judged, project = '', attachments = [], start } = found;
  const isOwnError = judged.cause?.kind === 'suite error';
  const own = labels.map(([name, value]) => ({
    name,
    value: name === 'outcome' && isOwnError ? 'suite error' : value,
  }));
  const uuid = runtime.startTest({
    name: title,
    fullName: `${project}/${file}/${title}`,
    stage: Stage.FINISHED,
    status: statuses[judged.outcome] ?? Status.PASSED,
    statusDetails: { message: getMessage(judged) },
    labels: [{ name: LabelName.PARENT_SUITE, value: project }, { name: LabelName.SUITE, value: file }, ...own],
    parameters: [...parameters],
    description: getDescription(labels, judged),
    ...(start === undefined ? {} : { start }),
  });
  for (const { name, body } of attachments)
    if (body)
      runtime.writeAttachment(uuid, undefined, name, body, { contentType: 'text/plain', fileExtension: '.txt' });
  runtime.stopTest(uuid, { duration: seconds * 1000 });
  runtime.writeTest(uuid);
}

/** Returns the labels by which the tree of a report goes from a group to a row. */
export function treeLabels(project: string, group: string, key: string): Case['labels'] {
  return [
    [LabelName.EPIC, project],
    [LabelName.FEATURE, group],
    [LabelName.STORY, key],
  ];
}

function getMessage(judged: TestOutcome): string {
  const { outcome } = judged;
  const reason = stripVTControlCharacters(judged.reason ?? '');
  const short = ['warned', 'unstable'].includes(outcome) ? `${shortReason(judged)}\n` : '';
  return outcome === 'failed' || reason === '' ? reason : `${outcome}: ${short}${reason}`;
}

/** Returns the requirements of a test in words, and its outcome if its status does not show it. */
function getDescription(labels: Case['labels'], { outcome, reason, answer }: TestOutcome): string {
  const getValues = (label: string) => labels.flatMap(([name, value]) => (name === label ? [value] : []));
  const [features, levels] = [getValues('feature'), getValues('level')];
  return [
    ...getValues('section').map((section, at) => `**${features[at]}** (${levels[at]}, reference ${section})`),
    ...(['warned', 'waived', 'unstable'].includes(outcome) ? [`**${outcome}**`, code(reason ?? '')] : []),
    ...(answer === undefined ? [] : ['**answer**', code(JSON.stringify(answer, null, 2))]),
  ].join('\n\n');
}

function code(text: string): string {
  return stripVTControlCharacters(text).replace(/^/gm, '    ');
}

function allureCommand(): string {
  try {
    const main = createRequire(import.meta.url).resolve('allure');
    return path.join(path.dirname(main), '..', 'cli.js');
  } catch {
    const [, version] = Object.entries(packageFile.peerDependencies).find(([name]) => name === 'allure') ?? [];
    throw new Error(`The Allure report needs the package allure. Use npm install allure@${version}.`);
  }
}

/** Makes `allure.html`, one file that opens from disk, from `allure-results/` in the reports; returns its path. */
export async function generateAllure(reports: string): Promise<string> {
  const results = path.resolve(reports, 'allure-results');
  if (!existsSync(results)) throw new Error(`${results} does not exist. Run ${PROGRAM} run first.`);
  const made = path.resolve(reports, '.allure-new');
  rmSync(made, { recursive: true, force: true });
  const history = path.resolve(reports, 'allure-history.jsonl');
  forgetRun(history, statSync(results).mtimeMs);
  const env = { ...environment(), ALLURE_HISTORY: history, ALLURE_FACTS: JSON.stringify(getFacts(reports)) };
  const words = [allureCommand(), 'generate', results, '--config', path.join(home, 'allurerc.mjs'), '--output', made];
  // In the suite's folder: Allure loads allurerc.mjs from where it runs.
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: home, env, stdio: 'pipe' });
  if (status !== 0) throw new Error(`Allure wrote no report: ${stderr}. Run the suite again, then this command.`);
  stripAnalytics(path.join(made, 'index.html'));
  const report = path.resolve(reports, 'allure.html');
  renameSync(path.join(made, 'index.html'), report);
  rmSync(made, { recursive: true });
  return report;
}

/** Removes earlier results of the same run from the history: a run counts once, however often its report is made. */
function forgetRun(history: string, ended: number): void {
  if (!existsSync(history)) return;
  const lines = readFileSync(history, 'utf8').split('\n').filter(Boolean);
  const earlier = lines.filter((line) => JSON.parse(line).timestamp < ended);
  writeFileSync(history, earlier.map((line) => `${line}\n`).join(''));
}

type Facts = Readonly<Record<string, string>>;

/** Returns the environment block of the Allure report for the last run, or for the SDK gate if only that has run. */
function getFacts(reports: string): Facts {
  const [run, gate] = ['conformance.json', 'sdk.json'].map((name) => path.join(reports, name));
  if (!run || !gate || existsSync(run) || !existsSync(gate))
    return ofRun(readJsonFile<Conformance>(run ?? '', schema).value);
  const { verdict, command, way, suite } = readJsonFile<Gate>(gate, {}).value;
  return { Verdict: verdict, Command: command.join(' '), Way: way, ...ofSuite(suite) };
}

function ofRun(document: Conformance): Facts {
  const { target, suite, seed, depth, requirements, decision } = document;
  const part = describePartialRun(document);
  return {
    Decision: decision.words,
    Verdict: describeVerdict(document),
    ...(part === undefined ? {} : { 'Partial run': part }),
    Target: target.name,
    'Base URL': target.baseUrl,
    ...ofSuite(suite),
    Seed: String(seed),
    Depth: depth,
    'Reference version': `${requirements.length} requirements, ${registerDigest(decision.subject).slice(0, 12)}`,
  };
}

interface Gate extends Pick<Conformance, 'suite'> {
  readonly verdict: string;
  readonly command: readonly string[];
  readonly way: string;
}

function ofSuite({ name, version }: Conformance['suite']): Facts {
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
  writeFileSync(file, clean);
}
