import { stripVTControlCharacters } from 'node:util';
import type { CauseGroup } from '#results/cause-groups';
import type { Conformance } from '#results/document';
import { groupTitle } from '../html/texts.ts';
import { rerunCommand, wrap } from './run-words.ts';

const MOST_GROUPS = 20;
const LONGEST_VALUE = 120;

/** Returns the defects for a terminal, the worst first, with the commands of so many; the page has those of all. */
export function causeLines(groups: readonly CauseGroup[], document: Conformance, withCommands: number): string[] {
  if (groups.length === 0) return [];
  const shown = groups.slice(0, MOST_GROUPS);
  const more = groups.length - shown.length;
  return [
    `${describeCounts(groups)}, the worst first:\n`,
    ...shown.map((group, at) => getLines(group, at < withCommands ? document : undefined).join('\n')),
    ...(more > 0 ? [`and ${more} more: see conformance.html\n`] : []),
    ...(groups.length > withCommands ? ['The commands of every entry are in conformance.html.\n'] : []),
  ];
}

/** Returns the numbers of defects in words: `12 to fix, 5 warnings`. */
function describeCounts(groups: readonly CauseGroup[]): string {
  const warnings = groups.filter(({ outcome }) => outcome === 'warned').length;
  const fixes = groups.length - warnings;
  const words = [fixes > 0 && `${fixes} to fix`, warnings > 0 && `${warnings} warning${warnings === 1 ? '' : 's'}`];
  return words.filter(Boolean).join(', ');
}

function getLines(group: CauseGroup, document: Conformance | undefined): string[] {
  const { outcome, requirements, hidden } = group;
  const [first, ...others] = requirements;
  if (!first) return [];
  const { id, level, section, text } = first;
  const ids = (rows: typeof requirements) => rows.map((row) => row.id).join(' ');
  return [
    ...wrap(`${outcome.toUpperCase()} ${id} (${level}, section ${section}) ${text}`),
    ...(group.kind === 'other' ? [] : wrap(cut(stripVTControlCharacters(groupTitle(group))), '  ')),
    ...problemLines(group),
    ...bodyLine(group),
    ...(others.length > 0 ? wrap(`also violates: ${ids(others)}`, '  ') : []),
    ...(hidden.length > 0 ? wrap(`blocks: ${ids(hidden)}`, '  ') : []),
    ...(document ? [...reproduction(group), `  rerun: ${rerunCommand([first], document)}`] : []),
    '',
  ];
}

const MOST_FACTS = 3;

function problemLines({ facts, requirements }: CauseGroup): string[] {
  return facts.slice(0, MOST_FACTS).flatMap(({ place, expected, actual }) => {
    const isStated = expected === '' || requirements.some(({ text }) => text === expected); // in a line above
    const words = isStated ? actual : `${place}: expected ${cut(expected)}, actual: ${cut(actual)}`;
    return wrap(stripVTControlCharacters(`- ${words}`), '    ');
  });
}

/** Returns the beginning of the body that the first request got, unless a line above shows it. */
function bodyLine({ breach, facts }: CauseGroup): string[] {
  const body = breach.kind === 'breach' ? breach.exchanges[0]?.body : undefined;
  const isShown = body === undefined || facts.slice(0, MOST_FACTS).some(({ actual }) => actual === body);
  return isShown ? [] : wrap(stripVTControlCharacters(`- body: ${cut(body)}`), '    ');
}

/** Returns the commands that send one failing request again, whole, so that they can be pasted. */
function reproduction({ reproduce, requests }: CauseGroup): string[] {
  if (reproduce.length === 0) return [];
  const more = requests > 1 ? ` (1 of ${requests} failing requests)` : '';
  return [`  reproduce${more}:`, ...reproduce.map((line) => `    ${stripVTControlCharacters(line)}`)];
}

/** Returns the beginning of a text, with a space where a word is too long for a line of its own. */
function cut(text: string): string {
  const start = text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text;
  return start.replace(/\S{72}(?=\S)/g, '$& ');
}
