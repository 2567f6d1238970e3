import { stripVTControlCharacters } from 'node:util';
import { type CauseGroup, groupTitle } from '#results/cause-groups';
import type { Conformance } from '#results/document';
import { rerunCommand } from './rerun-words.ts';
import { wrap } from './wrap.ts';

/** A terminal shows so many causes, the page all of them. */
const MOST = 20;
const LONGEST = 200;

/** The causes of a run for a terminal: what is wrong, where, and the commands that show it again. */
export function causeLines(groups: readonly CauseGroup[], document: Conformance): string[] {
  const more = groups.length - MOST;
  return [
    ...(groups.length > 0 ? [`${countWords(groups)}, the worst first:\n`] : []),
    ...groups.slice(0, MOST).map((group) => linesOf(group, document).join('\n')),
    ...(more > 0 ? [`and ${more} more: see conformance.html\n`] : []),
  ];
}

/** `1 cause, 11 requirements` */
function countWords(groups: readonly CauseGroup[]): string {
  const ids = new Set(groups.flatMap(({ requirements }) => requirements.map(({ id }) => id)));
  return `${plural(groups.length, 'cause')}, ${plural(ids.size, 'requirement')}`;
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

function linesOf(group: CauseGroup, document: Conformance): string[] {
  const { outcome, endpoint, requirements, tests, hidden } = group;
  const [first, ...others] = requirements;
  if (!first) return [];
  const { id, level, section, text } = first;
  const ids = (rows: typeof requirements) => rows.map((row) => row.id).join(' ');
  return [
    ...wrap(`${outcome.toUpperCase()} ${id} (${level}, section ${section}) ${text}`),
    ...wrap(cut(plain(`${endpoint}: ${groupTitle(group)}`)), '  '),
    ...problemLines(group),
    ...wrap(`${plural(requirements.length, 'requirement')}, ${plural(tests.length, 'test')}`, '  '),
    ...(others.length > 0 ? wrap(`also: ${ids(others)}`, '  ') : []),
    ...(hidden.length > 0 ? wrap(`not judged because of it: ${ids(hidden)}`, '  ') : []),
    ...reproduction(group),
    `  rerun: ${rerunCommand([first], document)}`,
    '',
  ];
}

/** A terminal shows so many of the facts of one cause. */
const FACTS = 5;

function problemLines({ facts }: CauseGroup): string[] {
  return facts.slice(0, FACTS).flatMap(({ place, expected, actual }) => {
    const words = expected === '' ? actual : `${place}: expected ${expected}, actual: ${actual}`;
    return wrap(cut(plain(`- ${words}`)), '    ');
  });
}

/** Returns the commands that send one failing request again, whole, so that they can be pasted. */
function reproduction({ reproduce, requests }: CauseGroup): string[] {
  if (reproduce.length === 0) return [];
  const more = requests > 1 ? ` (1 of ${requests} failing requests)` : '';
  return [`  reproduce${more}:`, ...reproduce.map((line) => `    ${plain(line)}`)];
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

function plain(text: string): string {
  return stripVTControlCharacters(text);
}
