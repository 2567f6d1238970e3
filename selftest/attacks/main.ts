import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { markdownTable } from 'markdown-table';
import writeFileAtomic from 'write-file-atomic';
import { escapeToLine } from '#api/escape-controls';
import { groupByKey } from '#api/group-by-key';
import { recordResponseSecrets, sanitize } from '#redaction/redact';
import { createByteFinder, searchBytes } from '#redaction/search';
import { harmlessOptions } from '#run/foreign-code';
import { print } from '#run/process/output';
import { type Attack, type Attacked, carryOut, isWarded, responseOf } from './attack.ts';
import { data } from './data.ts';
import { expressions } from './expressions.ts';
import { guards } from './guards.ts';
import { results } from './results.ts';
import { runs } from './runs.ts';
import { secrets, weapons } from './secrets.ts';
import { statements } from './statements.ts';
import { terminal } from './terminal.ts';

const base64 = (bytes: string | Uint8Array) => Buffer.from(bytes).toString('base64');
const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1_000_000);
const zip = (content: Uint8Array) => zipSync({ a: content }, { level: 9 });

const bodies: Readonly<Record<string, () => string>> = {
  'a zip bomb in base64': () => base64(zip(zeros(300))),
  'a zip bomb in a zip file in base64': () => base64(zip(zip(zeros(300)))),
  'a gzip bomb in base64': () => base64(gzipSync(zeros(300))),
  'a gzip bomb in gzip in base64': () => base64(gzipSync(gzipSync(zeros(300)))),
  'a zip file that says a wrong size': () => {
    const bytes = Buffer.from(zip(zeros(1)));
    bytes.writeUInt32LE(10, 22);
    return base64(bytes);
  },
  'base64 that looks like a zip file': () => base64(`PK\x03\x04${'x'.repeat(200)}`),
  'base64 that looks like gzip': () => base64(Buffer.concat([Buffer.from([31, 139, 8]), Buffer.alloc(99, 7)])),
  'base64 of base64, twenty times': () =>
    Array(20)
      .fill(0)
      .reduce<string>((text) => base64(text), 'x'.repeat(99)),
  'one run of base64, 1.9 MB': () => 'QUJD'.repeat(475_000),
  'many runs of base64': () => `${'QUJDREVGR0hJSktM '.repeat(100_000)}`,
  'hexadecimal, 1.9 MB': () => '61'.repeat(950_000),
  'percent signs, 1.9 MB': () => '%25'.repeat(630_000),
  'backslashes, 1.9 MB': () => '\\'.repeat(1_900_000),
  'entities, 1.9 MB': () => '&#x41;'.repeat(316_000),
  'quotes, 1.9 MB': () => '"'.repeat(1_900_000),
  'an id of 1.9 MB': () => JSON.stringify({ id: 'i'.repeat(1_900_000) }),
  'names of secrets, 1.9 MB': () => 'token'.repeat(380_000),
  '20,000 passwords': () =>
    JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ password: `Passw0rd-number-${at}` }))),
  '20,000 cookies': () =>
    `set-cookie: ${Array.from({ length: 20_000 }, (_, at) => `token=c00kie-number-${at}`).join(';')}`,
  'an unended member': () => `{"password":"${'x'.repeat(1_900_000)}`,
  'colons at line starts': () => '\n::'.repeat(600_000),
  'hashes and brackets': () => '##['.repeat(600_000),
  'escape characters, 1.9 MB': () => '\u001b['.repeat(900_000),
};

const tooMuch = /bomb .*in base64$|twenty times$/;
const whole = 'read, cleaned and searched';
const inPart = 'read, cleaned, and said not to be searched whole';

/** Every attack by cost: a small answer, a large bill. */
const costs: readonly Attack[] = Object.entries(bodies).map(([name, make]) => ({
  group: 'small answers, large costs',
  name,
  expected: tooMuch.test(name) ? inPart : whole,
  run: async () => {
    const response = await responseOf(make());
    recordResponseSecrets(response);
    sanitize(response.text.slice(0, 70_000)); // what a report shows of a body
    const { unsearched } = searchBytes(Buffer.from(response.text), createByteFinder(['never-in-there']));
    return unsearched.length > 0 ? inPart : whole;
  },
}));

const page = 'docs/security.md';

/** Holds what no attack here can show, and no command of the suite checks. */
const unverified = [
  '## What is pinned, and what of it is checked',
  'Checked offline, whenever `npm run statement -- verify` or `npm test` runs: the SHA-256 of every report and of a client’s beside a service’s, those of the register and of the schemas against a checkout (`--suite`), and that every action of a workflow and the base of the image is named by a whole commit or digest, none by a tag. `npm ci` holds each package against the digest in package-lock.json.',
  'Not checked offline: that a pinned commit is the one of the version in its comment, that the digest of the base image is that of its tag or free of known holes, that GitHub’s attestation of a witnessed run is genuine (`gh attestation verify` asks GitHub), that the key in a statement is its partner’s (`--key` takes one that came another way), and when a statement was signed.',
];

/** Lists what a text from outside may become, and the check that keeps it from becoming more. */
const outside = [
  [
    'response of the service',
    'text of reports and of the terminal',
    'redacted, escaped, at most 2 MB, searched at the end',
  ],
  [
    'states endpoint, `STATES_FILE`',
    'values of known states',
    'names from the table of states; `state` quotes each value',
  ],
  ['settings of a recording (HAR)', 'settings that change what is asked', 'an allow-list; anything else is rejected'],
  [
    '`.env`, `conformance.config.json`',
    'settings and `STATE_` values',
    'an allow-list; what runs programs is rejected',
  ],
  ['`conformance.config.ts`', 'code, of the user’s own folder', 'loaded by commands that run the suite alone'],
  ['folder with results', 'data', 'commands that only read results load no settings and no code of it'],
  ['shard', 'lines of a merge', 'a schema; one run, build, register and settings; the digest of its report'],
  ['ledger, waivers', 'expectations of one target', 'a schema; a missing ledger is red under `DRIFT=fail`'],
  ['history', 'proofs of earlier nights', 'a schema; a chain of digests, and the register of today'],
  ['statement', 'lines of the terminal', 'a signature, digests of all reports, and what follows from the result'],
  ['`--suite FOLDER` of `statement verify`', 'code', 'none: name only a checkout that you trust'],
  ['`NODE_OPTIONS`, `--config`, `--add-reporter`', 'code', 'listed next to the verdict; `CERTIFY=1` fails'],
  ['requests of a client (`sdk`, `client`)', 'text of reports', 'redacted, escaped, searched at the end'],
];

const limits = [
  '## What stays open',
  `Options of Node that load no code are not listed: ${harmlessOptions.map((name) => `\`${name}\``).join(', ')}. Code that is loaded can do anything: only a witnessed run shows that there was none.`,
  'Who can write a history can write its digests, and can take away its last lines: keep it where the run alone writes. A known secret is found in the writings that are listed below; not in a cipher, in raw deflate or in Brotli.',
  'A service that rejects every token with a 4xx while no provider state is open is not found out: whether the end of a state takes its token back is not shown.',
];

const asked = process.argv[2] ?? '';
const attacks = [...[terminal, secrets, weapons, costs, expressions, guards, statements, data, results, runs]]
  .flat()
  .filter(({ group, name }) => `${group}: ${name}`.includes(asked));

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
if (asked === '') await writeFileAtomic(page, pageOf(attacked));
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
    ...limits,
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
