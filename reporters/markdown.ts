import { escapeControls } from '#api/escape-controls';
import { describeVerdict } from '#results/conditions';
import type { Conformance } from '#results/document';
import type { Settings } from '#run/settings/settings';
import { closingLines, describeDetails } from './summary.ts';

const signs = { green: '✅', amber: '⚠️', red: '❌' } as const;

/** The number of defects with their commands; the page has those of all. */
const WITH_COMMANDS = 10;

/** Returns the result of a run in Markdown, for a pull request, a step summary, an issue: the console's text as code. */
export function markdown(document: Conformance, settings: Settings): string {
  const { decision, suite } = document;
  const details = describeDetails(document, settings, WITH_COMMANDS);
  const lines = [`${suite.name} ${suite.version}`, details, ...closingLines(document)].join('\n');
  return [
    `# ${signs[decision.tone]} ${text(describeVerdict(document))}`,
    `**${text(decision.words)}**`,
    `${escapeControls(lines).replace(/^/gm, '    ')}\n`,
  ].join('\n\n');
}

const live = /@(?=\w)|\b(?:https?|ftp|mailto):|\bwww(?=\.)|\bGH-(?=\d)|[\da-f]{6}(?=[\da-f])/gi;

/** Returns a text of a target on one line, with its Markdown and HTML escaped. */
function text(value: string): string {
  const line = escapeControls(value).replace(/\s+/g, ' ').trim();
  const plain = line.replace(/[\\`*_{}[\]<>|#!~]/g, (character) => `\\${character}`);
  return plain.replace(live, '$&<!-- -->');
}
