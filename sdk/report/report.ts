import { copyFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import Table from 'cli-table3';
import writeFileAtomic from 'write-file-atomic';
import { coverageLine } from '../result/coverage.ts';
import type { Finding, SdkResult } from '../result/result.ts';
import { page } from './page.ts';

const schemaFile = new URL('../result/sdk.schema.json', import.meta.url);

/** Writes sdk.json, its schema and its page; returns where the result is. */
export async function writeResult(result: SdkResult, folder: string): Promise<string> {
  const file = path.join(folder, 'sdk.json');
  await mkdir(folder, { recursive: true });
  await writeFileAtomic(file, `${JSON.stringify(result, null, 2)}\n`);
  await writeFileAtomic(path.join(folder, 'sdk.html'), page(result));
  copyFileSync(schemaFile, path.join(folder, 'sdk.schema.json'));
  return file;
}

/** What a run prints: the operations, every finding, what was refused, and the verdict with its reasons. */
export function summary(result: SdkResult, file: string): string {
  const { findings, gone, refused, errors, coverage, verdict, reasons } = result;
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
    ...refused.map(
      ({ request, count }) => `REFUSED ${request} (${count} times): --host lets the gate answer for it`,
    ),
    ...errors.map((error) => `ERROR ${error}`),
    ...neverMet(result),
    coverageLine(coverage),
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

function line(word: string, { endpoint, place, text, section, count, example }: Finding): string {
  const times = count === 1 ? example : `${count} requests, the first ${example}`;
  return `${word} ${endpoint ?? 'no operation'}: ${place} ${text} (${section}) [${times}]`;
}

function neverMet({ coverage }: SdkResult): string[] {
  const { never } = coverage.operations;
  return never.length > 0 ? [`Never exercised: ${never.join(', ')}`] : [];
}
