import { markdownTable } from 'markdown-table';
import { coverageLine } from '../result/coverage.ts';
import type { Finding } from '../result/findings.ts';
import type { SdkResult } from '../result/result.ts';

/** The result as Markdown, for the summary of a job. */
export function markdown(result: SdkResult, file: string): string {
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
    `${coverageLine(coverage)}. Whole result: \`${file}\``,
    '',
    ...findings.filter(({ level }) => level === 'breach').map(item),
    '',
  ].join('\n');
}

function item({ endpoint, known, place, text, section, example }: Finding): string {
  const code = (words: string) => `\`${words.replaceAll('`', "'")}\``;
  return `- ${known ? 'known ' : ''}**${endpoint ?? 'no operation'}** ${code(place)} ${code(text)} (${section}) ${code(example)}`;
}
