import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { markdownTable } from 'markdown-table';
import { cut, escapeControls } from '#api/text';
import { treeLabels, writeResults } from '#reporters/allure';
import { type Case, toCase, toJunit } from '#reporters/junit';
import type { Outcome } from '#results/verdict';
import { addToStepSummary, writeWholeFile } from '#run/file';
import { type Finding, isBreach } from '../result/findings.ts';
import { describeEnding, type RecordedRequest } from '../result/record.ts';
import { describeCoverage, judgeRules, type SdkResult } from '../result/result.ts';

const files: Readonly<Record<string, (result: SdkResult, file: string) => string>> = {
  'sdk.json': (result) => `${JSON.stringify(result, null, 2)}\n`,
  'sdk.junit.xml': (result) => toJunit('SDK gate', toCases(result)),
  'sdk.md': toMarkdown,
};

export const resultFiles = Object.keys(files);

/** Writes every report; returns the summary for the console. Paths are relative to the caller's folder if below it. */
export async function writeReports(
  result: SdkResult,
  { folder, cwd }: Record<'folder' | 'cwd', string>,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const whole = path.resolve(folder, 'sdk.json');
  const relative = path.relative(cwd, whole);
  const file = relative.startsWith('..') ? whole : relative;
  for (const [name, write] of Object.entries(files)) writeWholeFile(path.join(folder, name), write(result, file));
  const cases = toCases(result).map((row) => ({
    ...row,
    project: 'sdk',
    labels: treeLabels('sdk', row.file, row.title),
  }));
  writeResults(cases, path.join(folder, 'allure-results'));
  addToStepSummary(toMarkdown(result, file));
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
    ...findings.filter(isBreach).flatMap((finding) => [item(finding), ...toExample(finding, result)]),
    '',
  ].join('\n');
}

/** Returns the first request of a breach as a block of Markdown below its item. */
function toExample(finding: Finding, result: SdkResult): string[] {
  const request = findExample(finding, result);
  const lines = request ? requestText(request).split('\n') : [];
  return request ? ['', ...lines.map((line) => `      ${escapeControls(line)}`), ''] : [];
}

function findExample({ requests: [first] }: Finding, { requests }: SdkResult): RecordedRequest | undefined {
  return requests.find(({ number }) => number === first);
}

/** Limits each part of a request in a report; sdk.json has everything. */
const LONGEST_PART = 4_000;

/** Returns a request as it was sent, with its response; a record holds no secret. */
export function requestText(record: RecordedRequest): string {
  const { method, target, protocol, headers, body, status, answer: response } = record;
  const sent = [`${method} ${target} ${protocol}`, ...headers.map(([name, value]) => `${name}: ${value}`), '', body];
  const parts = [...sent, '', `→ ${status}`, response].map((part) => cut(part, LONGEST_PART));
  return parts.join('\n').trim();
}

/** Returns the summary for the console: operations, findings, rejected requests, and the verdict with its reasons. */
function toSummary(result: SdkResult, file: string): string {
  const { refused: rejected, passed, errors, coverage, verdict, reasons, judged } = result;
  const { operations, fields } = coverage;
  // The fields of an operation that was never exercised follow from its name.
  const unsent = fields.never.filter((field) => operations.met.some((endpoint) => field.startsWith(`${endpoint} `)));
  const matters = Object.entries(judged).map(([matter, outcome]) => `${matter}: ${outcome}`);
  return [
    '',
    markdownTable([['', ...columns], ...toRows(result)]),
    '',
    ...listFindings(result),
    ...rejected.map(({ request, count }) => `BLOCKED ${request} (${count}×). Use --host if it is a host of the API.`),
    ...passed.map(({ request, count }) => `FORWARDED ${request} (${count}×)`),
    ...errors.map((error) => `ERROR ${error}`),
    ...(operations.never.length > 0 ? [`Not exercised: ${operations.never.join(', ')}`] : []),
    ...(unsent.length > 0 ? [`Not sent: ${unsent.length} fields of the exercised operations (see sdk.json)`] : []),
    describeCoverage(coverage),
    `Judged separately: ${matters.join(', ')}`,
    `${verdict}${reasons.length > 0 ? `: ${reasons.join(' ')}` : ''}`,
    `Result: ${file}`,
    '',
  ].join('\n');
}

function listFindings({ findings, gone }: SdkResult): string[] {
  const fresh = findings.filter(({ known }) => !known);
  const line = (word: string) => (finding: Finding) =>
    `${word} ${finding.endpoint ?? 'no operation'}: ${describeFinding(finding)}`;
  return [
    ...fresh.filter(isBreach).map(line('BREACH')),
    ...findings.filter(({ known }) => known).map(line('KNOWN')),
    ...gone.map((id) => `GONE ${id}`),
    ...fresh.filter((finding) => !isBreach(finding)).map(line('NOTE')),
  ];
}

function describeFinding({ place, text, section, count, example }: Finding): string {
  return `${place} ${text} (${section}) [${count === 1 ? example : `${count} requests, the first ${example}`}]`;
}

/** Returns the cases of JUnit and Allure: each rule of each operation, each breach without an operation, each round. */
function toCases(result: SdkResult): Case[] {
  const toRule = (endpoint: string, title: string, outcome: Outcome, findings: readonly Finding[]): Case => ({
    ...toCase(endpoint, title, outcome, findings.map(describeFinding).join('\n')),
    attachments: findings.flatMap((finding) => {
      const request = findExample(finding, result);
      return request ? [{ name: finding.example, body: Buffer.from(requestText(request)) }] : [];
    }),
  });
  const rules = judgeRules(result).map(({ endpoint, rule, about, outcome, findings }) =>
    toRule(endpoint, `${rule}: ${about}`, outcome, findings),
  );
  const others = result.findings
    .filter((finding) => finding.endpoint === null && isBreach(finding) && !finding.known)
    .map((finding) => toRule('no operation', finding.id, 'failed', [finding]));
  const rounds = result.rounds.map((round) => {
    const title = `The command survives the replies: ${round.name}.`;
    return toCase('replies', title, round.survived ? 'passed' : 'failed', `The command ${describeEnding(round)}.`);
  });
  return [...rules, ...others, ...rounds];
}
