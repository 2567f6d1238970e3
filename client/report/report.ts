import { appendFileSync, copyFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import Table from 'cli-table3';
import { markdownTable } from 'markdown-table';
import writeFileAtomic from 'write-file-atomic';
import { type Row, treeLabels, writeRows } from '#reporters/allure/results';
import { type Case, junitOf } from '#reporters/junit';
import type { Outcome } from '#results/outcome';
import { environment, settings } from '#run/context';
import { describeEnding } from '../record/gate-run.ts';
import { describeCoverage } from '../result/coverage.ts';
import type { Finding } from '../result/findings.ts';
import type { SdkResult } from '../result/result.ts';
import { judgeRules } from '../result/rules.ts';
import { page } from './page.ts';

const schemaFile = new URL('../result/sdk.schema.json', import.meta.url);

type Write = (result: SdkResult, file: string) => string;

/** Holds what a run leaves, by file. */
const files: Readonly<Record<string, Write>> = {
  'sdk.json': (result) => `${JSON.stringify(result, null, 2)}\n`,
  'sdk.html': (result) => page(result, settings().REPORT_LANGUAGE),
  'sdk.junit.xml': (result) => junitOf('SDK gate', casesOf(result)),
  'sdk.md': markdown,
};

/** Holds the files of a result, which are removed before another run. */
export const resultFiles = Object.keys(files);

/** Writes every form of a result; returns what is printed of it. Paths are as the caller sees them. */
export async function writeReports(result: SdkResult, folder: string, cwd: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = asSeenFrom(cwd, path.resolve(folder, 'sdk.json'));
  for (const [name, write] of Object.entries(files))
    await writeFileAtomic(path.join(folder, name), write(result, file));
  copyFileSync(schemaFile, path.join(folder, 'sdk.schema.json'));
  writeRows(casesOf(result).map(rowOf), path.join(folder, 'allure-results'));
  const { GITHUB_STEP_SUMMARY } = environment();
  if (GITHUB_STEP_SUMMARY) appendFileSync(GITHUB_STEP_SUMMARY, markdown(result, file));
  return summary(result, file);
}

/** Relative where it is below the caller's folder. */
function asSeenFrom(cwd: string, file: string): string {
  const relative = path.relative(cwd, file);
  return relative.startsWith('..') ? file : relative;
}

/** Returns the result as Markdown, for the summary of a job. */
function markdown(result: SdkResult, file: string): string {
  const { verdict, reasons, coverage, operations, findings } = result;
  const rows = operations.map(({ endpoint, requests, breaches, notes, replies }) => [
    endpoint,
    ...[requests, breaches, notes].map(String),
    `${replies.survived} of ${replies.given}`,
  ]);
  return [
    `## SDK gate: ${verdict}`,
    ...reasons.map((reason) => `- ${reason}`),
    '',
    markdownTable([['operation', 'requests', 'breaches', 'notes', 'replies survived'], ...rows]),
    '',
    `${describeCoverage(coverage)}. Whole result: \`${file}\``,
    '',
    ...findings.filter(({ level }) => level === 'breach').map(item),
    '',
  ].join('\n');
}

function item({ endpoint, known, place, text, section, example }: Finding): string {
  const code = (words: string) => `\`${words.replaceAll('`', "'")}\``;
  return `- ${known ? 'known ' : ''}**${endpoint ?? 'no operation'}** ${code(place)} ${code(text)} (${section}) ${code(example)}`;
}

/** Returns what a run prints: the operations, every finding, what was refused, and the verdict with its reasons. */
function summary(result: SdkResult, file: string): string {
  const { findings, gone, refused, passed, errors, coverage, verdict, reasons } = result;
  const known = findings.filter((finding) => finding.known);
  const fresh = findings.filter((finding) => !finding.known);
  return [
    '',
    table(result),
    '',
    ...fresh.filter(({ level }) => level === 'breach').map((finding) => line('BREACH', finding)),
    ...known.map((finding) => line('KNOWN', finding)),
    ...gone.map((id) => `GONE ${id}`),
    ...fresh.filter(({ level }) => level === 'note').map((finding) => line('NOTE', finding)),
    ...refused.map(({ request, count }) => `REFUSED ${request} (${count} times): --host lets the gate answer for it`),
    ...passed.map(({ request, count }) => `LET OUT ${request} (${count} times)`),
    ...errors.map((error) => `ERROR ${error}`),
    ...neverMet(result),
    describeCoverage(coverage),
    judgedLine(result),
    `${verdict}${reasons.length > 0 ? `: ${reasons.join(' ')}` : ''}`,
    `Result: ${file}`,
    '',
  ].join('\n');
}

function table({ operations }: SdkResult): string {
  const head = ['', 'requests', 'breaches', 'notes', 'replies survived'];
  const grid = new Table({ head, style: { head: [], border: [], compact: true } });
  for (const { endpoint, requests, breaches, notes, replies } of operations)
    grid.push([endpoint, requests, breaches, notes, `${replies.survived} of ${replies.given}`]);
  return grid.toString();
}

/** `Contract: passed. Command: failed. …` */
function judgedLine({ judged }: SdkResult): string {
  const parts = Object.entries(judged).map(([matter, outcome]) => `${matter}: ${outcome}`);
  return `Judged apart: ${parts.join(', ')}`;
}

function line(word: string, { endpoint, place, text, section, count, example }: Finding): string {
  const times = count === 1 ? example : `${count} requests, the first ${example}`;
  return `${word} ${endpoint ?? 'no operation'}: ${place} ${text} (${section}) [${times}]`;
}

function neverMet({ coverage }: SdkResult): string[] {
  const { operations, fields } = coverage;
  // The fields of an operation that was never exercised are told by its name.
  const unsent = fields.never.filter((field) => operations.met.some((endpoint) => field.startsWith(`${endpoint} `)));
  return [
    ...(operations.never.length > 0 ? [`Never exercised: ${operations.never.join(', ')}`] : []),
    ...(unsent.length > 0 ? [`Never sent: ${unsent.length} fields of these operations (sdk.json lists them)`] : []),
  ];
}

/** Returns the cases of JUnit and Allure: each rule of each operation, each finding of no operation, each round. */
function casesOf(result: SdkResult): Case[] {
  const rules = judgeRules(result).map(({ endpoint, rule, about, outcome, findings }) =>
    caseOf(endpoint, `${rule}: ${about}`, outcome, findings.map(describeFinding).join('\n')),
  );
  const others = result.findings
    .filter(({ endpoint, level, known }) => endpoint === null && level === 'breach' && !known)
    .map((finding) => caseOf('no operation', finding.id, 'failed', describeFinding(finding)));
  const rounds = result.rounds.map((round) => {
    const title = `The command survives the replies: ${round.name}.`;
    return caseOf('replies', title, round.survived ? 'passed' : 'failed', describeEnding(round));
  });
  return [...rules, ...others, ...rounds];
}

function caseOf(file: string, title: string, outcome: Outcome, reason: string): Case {
  const judged = { title, file, line: 1, outcome, ...(reason === '' ? {} : { reason }) };
  return { title, file, labels: [], seconds: 0, judged };
}

function describeFinding({ place, text, section, example }: Finding): string {
  return `${place} ${text} (${section}) [${example}]`;
}

function rowOf({ file, title, judged: { outcome, reason = '' } }: Case): Row {
  const labels = treeLabels('sdk', file, title);
  return { project: 'sdk', group: file, key: title, title, outcome, message: reason, labels };
}
