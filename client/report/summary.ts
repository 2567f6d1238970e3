import Table from 'cli-table3';
import { coverageLine } from '../result/coverage.ts';
import type { Finding } from '../result/findings.ts';
import type { SdkResult } from '../result/result.ts';

/** Returns what a run prints: the operations, every finding, what was refused, and the verdict with its reasons. */
export function summary(result: SdkResult, file: string): string {
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
    coverageLine(coverage),
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
    ...(unsent.length > 0 ? [`Never sent: ${unsent.join(', ')}`] : []),
  ];
}
