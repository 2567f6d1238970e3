import { markdownTable } from 'markdown-table';
import { escapeControls } from '#api/escape-controls';
import { groupByKey } from '#api/group-by-key';
import { causeGroups } from '#results/cause-groups';
import { describeNotSelected, describeVerdict } from '#results/conditions';
import type { Conformance } from '#results/document';
import type { RunRecord } from '#results/history/history';
import { sinceWhen } from '#results/history/rolling';
import { isNotSelected, nameOutcome, outcomes, type RequirementOutcome } from '#results/verdict';
import { shortReason } from './html/checks.ts';
import { groupTitle, isNamedByRequirement } from './html/texts.ts';
import { comparisonLines } from './words/drift-words.ts';
import { describeSubject, rerunCommand, threeNumbers } from './words/run-words.ts';

const MOST = 50;
const openOutcomes = ['not exercised', 'inconclusive'];
const signs = { green: '✅', amber: '⚠️', red: '❌' } as const;

/** Returns the result of a run in Markdown: for a pull request, a step summary, a chat. */
export function markdown(document: Conformance): string {
  const { decision, suite, counts, requirements, errors, failedTeardowns = [] } = document;
  return [
    `# ${signs[decision.tone]} ${text(describeVerdict(document))}`,
    `**${text(decision.words)}**`,
    `Musts: ${threeNumbers(counts.must)}.${document.window ? ` ${document.window.words}.` : ''}`,
    `${describeSubject(document, text)}; ${suite.name} ${suite.version}.`,
    overview(requirements),
    ...errors.map((error) => `**Error of the suite:** ${text(error)}`),
    ...defects('Fix list', requirements, ['failed']),
    ...defects('Unstable', requirements, ['unstable']),
    ...defects('Warnings', requirements, ['warned']),
    ...waivedRows(requirements),
    ...leftOut(requirements),
    ...list('Changed responses', document.drift === null ? [] : comparisonLines(document.drift).slice(0, MOST)),
    ...list(
      'Provider states whose teardown failed',
      failedTeardowns.map(({ state, why }) => `${state}: ${why}`),
    ),
    '',
  ].join('\n\n');
}

function overview(requirements: readonly RequirementOutcome[]): string {
  const shown = outcomes.filter((word) => requirements.some(({ outcome }) => outcome === word));
  const rows = [...groupByKey(requirements, ({ endpoint }) => endpoint)].map(([endpoint, own]) => [
    endpoint,
    ...shown.map((word) => String(own.filter(({ outcome }) => outcome === word).length)),
  ]);
  return markdownTable([['operation', ...shown.map(nameOutcome)], ...rows], { alignDelimiters: false });
}

function defects(title: string, requirements: readonly RequirementOutcome[], outcomesOf: readonly string[]): string[] {
  const found = causeGroups(requirements).filter(({ outcome }) => outcomesOf.includes(outcome));
  if (found.length === 0) return [];
  const rows = found.slice(0, MOST).map((group, at) => {
    const { requirements: own, facts, hidden } = group;
    const [{ place, expected, actual } = { place: '', expected: '', actual: '' }] = facts;
    const wrong = [isNamedByRequirement(group) ? '' : `${place}: ${expected}`, actual].map((words) =>
      text(words.slice(0, LONGEST)),
    );
    return [
      String(at + 1),
      text(groupTitle(group)),
      ...wrong,
      own.map(({ id }) => id).join(' '),
      String(hidden.length),
    ];
  });
  const more = found.length > MOST ? [`and ${found.length - MOST} more`] : [];
  const head = ['', 'what', 'expected', 'actual', 'requirements', 'unblocks'];
  return [`## ${title}`, markdownTable([head, ...rows], { alignDelimiters: false }), ...more];
}

/** Returns the commands of each thing to fix and since when it fails, for an issue; `runs` end with this one. */
export function fixCommands(document: Conformance, runs: readonly RunRecord[]): string[] {
  const found = causeGroups(document.requirements).filter(({ outcome }) => outcome === 'failed');
  const since = new Map(sinceWhen(runs).map((row) => [row.id, row]));
  return found.slice(0, WITH_COMMANDS).flatMap((group, at) => {
    const { requirements: own, reproduce } = group;
    const [first] = own;
    const row = since.get(first?.id ?? '');
    const isNew = row === undefined || row.first === runs.at(-1);
    const build = row && !isNew ? `build ${row.first.build || '–'} (${row.first.started.slice(0, 10)})` : 'this run';
    return [
      `### ${at + 1}. ${text(groupTitle(group))}`,
      `${isNew && runs.length > 1 ? 'New: f' : 'F'}ails since ${text(build)}. Request:`,
      code(reproduce),
      'Check the fix:',
      code([rerunCommand(own.slice(0, 1), document)]),
    ];
  });
}

function code(lines: readonly string[]): string {
  return lines.map((line) => `    ${escapeControls(line)}`).join('\n');
}

const LONGEST = 120;
const WITH_COMMANDS = 10;

function waivedRows(requirements: readonly RequirementOutcome[]): string[] {
  const found = requirements.filter(({ outcome }) => outcome === 'waived');
  if (found.length === 0) return [];
  const rows = found.map((row) => [row.id, row.level, row.outcome, text(row.text), text(shortReason(row))]);
  const head = ['id', 'level', 'outcome', 'requirement', 'reason'];
  return ['## Waived', markdownTable([head, ...rows], { alignDelimiters: false })];
}

function leftOut(requirements: readonly RequirementOutcome[]): string[] {
  const open = requirements.filter(({ level, outcome }) => level === 'must' && openOutcomes.includes(outcome));
  const skipped = open.filter((row) => !isNotSelected(row));
  const byReason = [...groupByKey(skipped, ({ outcome, reason = '' }) => `${outcome}: ${reason}`)];
  const lines = byReason.map(([reason, rows]) => `${reason}: ${rows.map(({ id }) => id).join(' ')}`);
  return list('Musts that were not checked', [...lines, ...describeNotSelected(requirements)]);
}

function list(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${title}`, lines.map((line) => `- ${text(line)}`).join('\n')];
}

const live = /@(?=\w)|\b(?:https?|ftp|mailto):|\bwww(?=\.)|\bGH-(?=\d)|[\da-f]{6}(?=[\da-f])/gi;

/** Returns a text of a target on one line, with its Markdown and HTML escaped. */
function text(value: string): string {
  const line = escapeControls(value).replace(/\s+/g, ' ').trim();
  const plain = line.replace(/[\\`*_{}[\]<>|#!~]/g, (character) => `\\${character}`);
  return plain.replace(live, '$&<!-- -->');
}
