import { appendFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import Table from 'cli-table3';
import { markdownTable } from 'markdown-table';
import writeFileAtomic from 'write-file-atomic';
import { treeLabels, writeResults } from '#reporters/allure';
import type { Language } from '#reporters/html/frame';
import { type Case, toCase, toJunit } from '#reporters/junit';
import { environment } from '#run/context';
import { type Finding, isBreach } from '../result/findings.ts';
import { describeEnding } from '../result/record.ts';
import { describeCoverage, judgeRules, type SdkResult } from '../result/result.ts';
import { page } from './page.ts';

type Write = (result: SdkResult, file: string, language: Language) => string;

const files: Readonly<Record<string, Write>> = {
  'sdk.json': (result) => `${JSON.stringify(result, null, 2)}\n`,
  'sdk.html': (result, _, language) => page(result, language),
  'sdk.junit.xml': (result) => toJunit('SDK gate', toCases(result)),
  'sdk.md': toMarkdown,
};

export const resultFiles = Object.keys(files);

/** The folder of the reports, the language of the page, and the caller's folder. */
interface Place {
  readonly folder: string;
  readonly language: Language;
  readonly cwd: string;
}

/** Writes every report; returns the summary for the console. Paths are relative to the caller's folder if below it. */
export async function writeReports(result: SdkResult, { folder, language, cwd }: Place): Promise<string> {
  await mkdir(folder, { recursive: true });
  const whole = path.resolve(folder, 'sdk.json');
  const relative = path.relative(cwd, whole);
  const file = relative.startsWith('..') ? whole : relative;
  for (const [name, write] of Object.entries(files))
    await writeFileAtomic(path.join(folder, name), write(result, file, language));
  const cases = toCases(result).map((row) => ({
    ...row,
    project: 'sdk',
    labels: treeLabels('sdk', row.file, row.title),
  }));
  writeResults(cases, path.join(folder, 'allure-results'));
  const { GITHUB_STEP_SUMMARY } = environment();
  if (GITHUB_STEP_SUMMARY) appendFileSync(GITHUB_STEP_SUMMARY, toMarkdown(result, file));
  return toSummary(result, file);
}

const columns = ['requests', 'breaches', 'notes', 'replies survived'];

function toRows({ operations }: SdkResult): string[][] {
  return operations.map(({ endpoint, requests, breaches, notes, replies: { survived, given } }) => [
    endpoint,
    ...[requests, breaches, notes].map(String),
    `${survived} of ${given}`,
  ]);
}

function toMarkdown(result: SdkResult, file: string): string {
  const { verdict, reasons, coverage, findings } = result;
  const code = (words: string) => `\`${words.replaceAll('`', "'")}\``;
  const item = ({ endpoint, known, place, text, section, example }: Finding) =>
    `- ${known ? 'known ' : ''}**${endpoint ?? 'no operation'}** ${code(place)} ${code(text)} (${section}) ${code(example)}`;
  return [
    `## SDK gate: ${verdict}`,
    ...reasons.map((reason) => `- ${reason}`),
    '',
    markdownTable([['operation', ...columns], ...toRows(result)]),
    '',
    `${describeCoverage(coverage)}. Full result: \`${file}\``,
    '',
    ...findings.filter(isBreach).map(item),
    '',
  ].join('\n');
}

/** Returns the summary for the console: operations, findings, rejected requests, and the verdict with its reasons. */
function toSummary(result: SdkResult, file: string): string {
  const { findings, gone, refused, passed, errors, coverage, verdict, reasons, judged } = result;
  const { operations, fields } = coverage;
  const fresh = findings.filter(({ known }) => !known);
  const line = (word: string) => (finding: Finding) =>
    `${word} ${finding.endpoint ?? 'no operation'}: ${describeFinding(finding)}`;
  // The fields of an operation that was never exercised follow from its name.
  const unsent = fields.never.filter((field) => operations.met.some((endpoint) => field.startsWith(`${endpoint} `)));
  const grid = new Table({ head: ['', ...columns], style: { head: [], border: [], compact: true } });
  grid.push(...toRows(result));
  return [
    '',
    grid.toString(),
    '',
    ...fresh.filter(isBreach).map(line('BREACH')),
    ...findings.filter(({ known }) => known).map(line('KNOWN')),
    ...gone.map((id) => `GONE ${id}`),
    ...fresh.filter((finding) => !isBreach(finding)).map(line('NOTE')),
    ...refused.map(({ request, count }) => `BLOCKED ${request} (${count}×). Use --host if it is a host of the API.`),
    ...passed.map(({ request, count }) => `FORWARDED ${request} (${count}×)`),
    ...errors.map((error) => `ERROR ${error}`),
    ...(operations.never.length > 0 ? [`Not exercised: ${operations.never.join(', ')}`] : []),
    ...(unsent.length > 0 ? [`Not sent: ${unsent.length} fields of these operations (see sdk.json)`] : []),
    describeCoverage(coverage),
    `Judged separately: ${Object.entries(judged)
      .map(([matter, outcome]) => `${matter}: ${outcome}`)
      .join(', ')}`,
    `${verdict}${reasons.length > 0 ? `: ${reasons.join(' ')}` : ''}`,
    `Result: ${file}`,
    '',
  ].join('\n');
}

function describeFinding({ place, text, section, count, example }: Finding): string {
  return `${place} ${text} (${section}) [${count === 1 ? example : `${count} requests, the first ${example}`}]`;
}

/** Returns the cases of JUnit and Allure: each rule of each operation, each breach without an operation, each round. */
function toCases(result: SdkResult): Case[] {
  const rules = judgeRules(result).map(({ endpoint, rule, about, outcome, findings }) =>
    toCase(endpoint, `${rule}: ${about}`, outcome, findings.map(describeFinding).join('\n')),
  );
  const others = result.findings
    .filter((finding) => finding.endpoint === null && isBreach(finding) && !finding.known)
    .map((finding) => toCase('no operation', finding.id, 'failed', describeFinding(finding)));
  const rounds = result.rounds.map((round) => {
    const title = `The command survives the replies: ${round.name}.`;
    return toCase('replies', title, round.survived ? 'passed' : 'failed', describeEnding(round));
  });
  return [...rules, ...others, ...rounds];
}
