import { markdownTable } from 'markdown-table';
import writeFileAtomic from 'write-file-atomic';
import { escapeToLine } from '#api/escape-controls';
import { groupByKey } from '#api/group-by-key';
import { print } from '#run/process/output';
import { type Attacked, carryOut, isWarded } from './attack.ts';
import { costs } from './costs.ts';
import { data } from './data.ts';
import { guards } from './guards.ts';
import { results } from './results.ts';
import { runs } from './runs.ts';
import { secrets, weapons } from './secrets.ts';
import { statements } from './statements.ts';
import { terminal } from './terminal.ts';

const page = 'docs/security.md';

/** Holds what no attack here can show, and no command of the suite checks. */
const unverified = [
  '## What is pinned, and what of it is checked',
  'Checked offline, whenever `npm run statement -- verify` or `npm test` runs: the SHA-256 of every report and of a client’s beside a service’s, those of the register and of the schemas against a checkout (`--suite`), and that every action of a workflow and the base of the image is named by a whole commit or digest, none by a tag. `npm ci` holds each package against the digest in package-lock.json.',
  'Not checked offline: that a pinned commit is the one of the version in its comment, that the digest of the base image is that of its tag or free of known holes, that GitHub’s attestation of a witnessed run is genuine (`gh attestation verify` asks GitHub), that the key in a statement is its partner’s (`--key` takes one that came another way), and when a statement was signed.',
];

/** Holds what a text from outside may become, and the check that holds it. */
const outside = [
  [
    'settings of a recording (HAR)',
    'settings that change what is asked',
    'an allow-list; anything else is rejected by name',
  ],
  [
    '`.env`, `conformance.config.json`',
    'settings and `STATE_` values',
    'an allow-list; what runs programs is rejected by name',
  ],
  ['`conformance.config.ts`', 'code, of the user’s own folder', 'loaded by commands that run the suite alone'],
  ['a folder with results', 'data', 'commands that only read results load no settings and no code of it'],
  [
    'a states endpoint, a `STATES_FILE`',
    'values of known states',
    'names from the table of states; `state` quotes each value',
  ],
  ['`--suite FOLDER` of `statement verify`', 'code', 'none: name only a checkout that you trust'],
];

const wanted = process.argv[2] ?? '';
const attacks = [
  ...terminal,
  ...secrets,
  ...weapons,
  ...costs,
  ...guards,
  ...statements,
  ...data,
  ...results,
  ...runs,
].filter(({ group, name }) => `${group}: ${name}`.includes(wanted));

const attacked: Attacked[] = [];
for (const attack of attacks) {
  const found = await carryOut(attack);
  attacked.push(found);
  const { group, name, seen, milliseconds, megabytes } = found;
  const sign = isWarded(found) ? '✓' : '✗';
  print(escapeToLine(`${sign} ${group}: ${name}: ${seen} (${milliseconds} ms, ${megabytes} MB)`));
}

const lost = attacked.filter((each) => !isWarded(each));
print(`${attacked.length} attacks, ${lost.length} lost.`);
if (wanted === '') await writeFileAtomic(page, pageOf(attacked));
process.exitCode = lost.length === 0 ? 0 : 1;

function pageOf(all: readonly Attacked[]): string {
  const groups = [...groupByKey(all, ({ group }) => group)];
  const slowest = Math.max(...all.map(({ milliseconds }) => milliseconds));
  return [
    '# Security',
    'Ways to a green that is none, to a verdict that is hidden or forged, to a secret in a report. Each attack was carried out by `npm run attacks`, which writes this page: as a run, or as a call with what a server on loopback answered.',
    `${all.length} attacks, ${all.filter((each) => !isWarded(each)).length} lost. The longest took ${(slowest / 1000).toFixed(1)} s; one that takes more than two minutes or 600 MB is lost however it ends.`,
    '## What others send',
    markdownTable([['from outside', 'what it may become', 'check'], ...outside], { alignDelimiters: false }),
    ...unverified,
    ...groups.flatMap(([group, rows]) => [`## ${group[0]?.toUpperCase()}${group.slice(1)}`, tableOf(rows)]),
    '',
  ].join('\n\n');
}

function tableOf(rows: readonly Attacked[]): string {
  const cells = rows.map(({ name, expected, seen }) => [name, expected, seen].map(code));
  return markdownTable([['attack', 'expected', 'seen'], ...cells], { alignDelimiters: false });
}

function code(text: string): string {
  return escapeToLine(text).replace(/[\\`*_{}[\]<>|#!~@]/g, (character) => `\\${character}`);
}
