import { markdownTable } from 'markdown-table';
import writeFileAtomic from 'write-file-atomic';
import { grouped } from '../../suite/core/grouped.ts';
import { visibleLine } from '../../suite/core/visible.ts';
import { print } from '../../suite/run/process/output.ts';
import { type Attacked, carryOut, isWarded } from './attack.ts';
import { costs } from './costs.ts';
import { guards } from './guards.ts';
import { runs } from './runs.ts';
import { secrets, weapons } from './secrets.ts';
import { statements } from './statements.ts';
import { terminal } from './terminal.ts';

const page = 'docs/security.md';

const wanted = process.argv[2] ?? '';
const attacks = [...terminal, ...secrets, ...weapons, ...costs, ...guards, ...statements, ...runs].filter(
  ({ group, name }) => `${group}: ${name}`.includes(wanted),
);

const attacked: Attacked[] = [];
for (const attack of attacks) {
  const found = await carryOut(attack);
  attacked.push(found);
  const { group, name, seen, milliseconds, megabytes } = found;
  const sign = isWarded(found) ? '✓' : '✗';
  print(visibleLine(`${sign} ${group}: ${name}: ${seen} (${milliseconds} ms, ${megabytes} MB)`));
}

const lost = attacked.filter((each) => !isWarded(each));
print(`${attacked.length} attacks, ${lost.length} lost.`);
if (wanted === '') await writeFileAtomic(page, pageOf(attacked));
process.exitCode = lost.length === 0 ? 0 : 1;

function pageOf(all: readonly Attacked[]): string {
  const groups = [...grouped(all, ({ group }) => group)];
  const slowest = Math.max(...all.map(({ milliseconds }) => milliseconds));
  return [
    '# Security',
    'Ways to a green that is none, to a verdict that is hidden or forged, to a secret in a report. Each attack was carried out by `npm run attacks`, which writes this page: as a run, or as a call with what a server on loopback answered.',
    `${all.length} attacks, ${all.filter((each) => !isWarded(each)).length} lost. The longest took ${(slowest / 1000).toFixed(1)} s; one that takes more than two minutes or 600 MB is lost however it ends.`,
    ...groups.flatMap(([group, rows]) => [`## ${group[0]?.toUpperCase()}${group.slice(1)}`, tableOf(rows)]),
    '',
  ].join('\n\n');
}

function tableOf(rows: readonly Attacked[]): string {
  const cells = rows.map(({ name, expected, seen }) => [name, expected, seen].map(code));
  return markdownTable([['attack', 'expected', 'seen'], ...cells], { alignDelimiters: false });
}

function code(text: string): string {
  return visibleLine(text).replace(/[\\`*_{}[\]<>|#!~@]/g, (character) => `\\${character}`);
}
