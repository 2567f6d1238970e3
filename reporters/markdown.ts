import { markdownTable } from 'markdown-table';
import { escapeControls } from '#api/escape-controls';
import { groupByKey } from '#api/group-by-key';
import { describeNotSelected, describeVerdict } from '#results/conditions';
import type { Conformance } from '#results/document';
import { outcomes } from '#results/outcome';
import { isNotSelected, type RequirementOutcome } from '#results/verdict';
import { shortReason } from './html/checks.ts';
import { threeNumbers } from './words/count-words.ts';
import { comparisonLines } from './words/drift-words.ts';
import { subjectWords } from './words/subject-words.ts';

const MOST = 50;
const signs = { green: '✅', amber: '⚠️', red: '❌' } as const;

/** The result of a run in Markdown: for a pull request, a step summary, a chat. */
export function markdown(document: Conformance): string {
  const { decision, suite, counts, requirements, errors } = document;
  return [
    `# ${signs[decision.tone]} ${text(describeVerdict(document))}`,
    `**${text(decision.words)}**`,
    `Musts: ${threeNumbers(counts.must)}.${document.window ? ` ${document.window.words}.` : ''}`,
    `${subjectWords(document, text)}; ${suite.name} ${suite.version}.`,
    overview(requirements),
    ...errors.map((error) => `**Error of the suite:** ${text(error)}`),
    ...section('Broken', requirements, ['failed', 'warned']),
    ...section('Unstable', requirements, ['unstable']),
    ...section('Waived', requirements, ['waived']),
    ...leftOut(requirements),
    ...drifted(document),
    ...notEnded(document),
    '',
  ].join('\n\n');
}

function overview(requirements: readonly RequirementOutcome[]): string {
  const shown = outcomes.filter((word) => requirements.some(({ outcome }) => outcome === word));
  const rows = [...groupByKey(requirements, ({ endpoint }) => endpoint)].map(([endpoint, own]) => [
    endpoint,
    ...shown.map((word) => String(own.filter(({ outcome }) => outcome === word).length)),
  ]);
  return markdownTable([['operation', ...shown], ...rows], { alignDelimiters: false });
}

function section(title: string, requirements: readonly RequirementOutcome[], words: readonly string[]): string[] {
  const found = requirements.filter(({ outcome }) => words.includes(outcome));
  if (found.length === 0) return [];
  const rows = found
    .slice(0, MOST)
    .map((row) => [row.id, row.level, row.outcome, text(row.text), text(shortReason(row))]);
  const more = found.length > MOST ? [`and ${found.length - MOST} more`] : [];
  const head = ['id', 'level', 'outcome', 'requirement', 'reason'];
  return [`## ${title}`, markdownTable([head, ...rows], { alignDelimiters: false }), ...more];
}

function leftOut(requirements: readonly RequirementOutcome[]): string[] {
  const open = requirements.filter(
    (row) =>
      row.level === 'must' &&
      (row.outcome === 'not exercised' || row.outcome === 'inconclusive') &&
      !isNotSelected(row),
  );
  const byReason = [...groupByKey(open, ({ outcome, reason = '' }) => `${outcome}: ${reason}`)];
  const lines = [
    ...byReason.map(([reason, rows]) => `- ${text(reason)}: ${rows.map(({ id }) => id).join(' ')}`),
    ...describeNotSelected(requirements).map((words) => `- ${words}`),
  ];
  return lines.length === 0 ? [] : ['## Musts that prove nothing', lines.join('\n')];
}

function drifted({ drift }: Conformance): string[] {
  const lines = drift === null ? [] : comparisonLines(drift).slice(0, MOST);
  return lines.length === 0 ? [] : ['## Changed answers', lines.map((line) => `- ${text(line)}`).join('\n')];
}

function notEnded({ failedTeardowns = [] }: Conformance): string[] {
  const lines = failedTeardowns.map(({ state, why }) => `- ${text(state)}: ${text(why)}`);
  return lines.length === 0 ? [] : ['## Provider states that could not be ended', lines.join('\n')];
}

/** Holds what GitHub makes live in any text: a mention, a link, a reference to an issue or a commit. */
const live = /@(?=\w)|\b(?:https?|ftp|mailto):|\bwww(?=\.)|\bGH-(?=\d)|[\da-f]{6}(?=[\da-f])/gi;

/** A text of a target on one line, which no Markdown and no HTML in it can leave. */
function text(value: string): string {
  const line = escapeControls(value).replace(/\s+/g, ' ').trim();
  const plain = line.replace(/[\\`*_{}[\]<>|#!~]/g, (character) => `\\${character}`);
  return plain.replace(live, '$&<!-- -->');
}
