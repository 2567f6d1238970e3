import { markdownTable } from 'markdown-table';
import { publishedFaults } from '../faults/published.ts';
import { defects4rest, inexpressible } from './defects4rest.ts';

/** Returns what docs/faults.md says of the published defects, of which those are noticed whose faults are named. */
export function publishedSection(noticed: ReadonlySet<string>): string {
  const ported = new Set(publishedFaults.map(({ name }) => name));
  const isPorted = (id: string) => ported.has(`published-${id}`);
  const isNoticed = (id: string) => noticed.has(`published-${id}`);
  const rows = Object.entries(defects4rest).map(([kind, text]) => {
    const all = idsIn(text);
    return [kind, all, all.filter(isPorted), all.filter(isNoticed)] as const;
  });
  const total = (column: 1 | 2 | 3) => rows.reduce((sum, row) => sum + row[column].length, 0);
  return [
    `Of the ${total(1)} defects of Defects4REST ${total(2)} are expressible here, and ${total(3)} of those are noticed; each is a fault below, named \`published-…\`. Four tools together found 3 of 30 of them.`,
    table([
      ['class', 'defects', 'expressible', 'noticed'],
      ...rows.map(([kind, ...lists]) => [kind, ...lists.map(({ length }) => `${length}`)]),
    ]),
    'The others:',
    table([
      ['why not', 'defects'],
      ...Object.entries(inexpressible).map(([why, text]) => [why, idsIn(text).join(', ')]),
    ]),
    'Defects of OAuth servers in versions that cannot be installed, rebuilt:',
    table([
      ['defect', 'requirement', 'the suite'],
      ...publishedFaults
        .filter(({ name }) => name.includes('/'))
        .map(({ name, description, requirement }) => [
          linked(name, description),
          requirement,
          noticed.has(name) ? 'notices it' : 'does not notice it',
        ]),
    ]),
  ].join('\n\n');
}

/** The defects that are neither ported nor said to be inexpressible, or are both. */
export function unsettled(): string[] {
  const ported = new Set(publishedFaults.map(({ name }) => name.replace('published-', '')));
  const left = new Set(Object.values(inexpressible).flatMap(idsIn));
  const all = Object.values(defects4rest).flatMap(idsIn);
  return all.filter((id) => ported.has(id) === left.has(id));
}

/** `published-ory/hydra#1800` as a link. */
function linked(name: string, description: string): string {
  const [repository = '', number = ''] = name.replace('published-', '').split('#');
  return `[${description}](https://github.com/${repository}/issues/${number})`;
}

function idsIn(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

function table(rows: string[][]): string {
  return markdownTable(rows, { alignDelimiters: false });
}
