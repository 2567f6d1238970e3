import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { markdownTable } from 'markdown-table';
import { groupByKey } from '#api/group-by-key';
import { fillTemplate } from '#api/messages';
import { escapeToLine } from '#api/text';
import { recordResponseSecrets, sanitize } from '#redaction/redact';
import { createByteFinder, searchBytes } from '#redaction/search';
import { foreignCode, harmlessOptions } from '#results/conditions';
import { writeWholeFile } from '#run/file';
import { print } from '#run/process/output';
import { type Attack, type Attacked, carryOut, getResponse, isWarded } from './attack.ts';
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
  'a zip file that declares a wrong size': () => {
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
  'a field without an end': () => `{"password":"${'x'.repeat(1_900_000)}`,
  'colons at line starts': () => '\n::'.repeat(600_000),
  'hashes and brackets': () => '##['.repeat(600_000),
  'escape characters, 1.9 MB': () => '\u001b['.repeat(900_000),
};

const tooMuch = /bomb .*in base64$|twenty times$/;
const whole = 'read, cleaned and searched';
const inPart = 'read, cleaned, and reported as not searched whole';

/** Every attack on cost: a small response that is expensive to process. */
const costs: readonly Attack[] = Object.entries(bodies).map(([name, make]) => ({
  group: 'small responses, large costs',
  name,
  expected: tooMuch.test(name) ? inPart : whole,
  run: async () => {
    const response = await getResponse(make());
    recordResponseSecrets(response);
    sanitize(response.text.slice(0, 70_000)); // the part of a body that a report shows
    const { unsearched } = searchBytes(Buffer.from(response.text), createByteFinder(['never-in-there']));
    return unsearched.length > 0 ? inPart : whole;
  },
}));

const asked = process.argv[2] ?? '';
const attacks = [...[terminal, secrets, weapons, costs, expressions, guards, statements, data, results, runs]]
  .flat()
  .filter(({ group, name }) => `${group}: ${name}`.includes(asked));

const attacked: Attacked[] = [];
for (const each of attacks) {
  const found = await carryOut(each);
  attacked.push(found);
  const { group, name, seen, milliseconds, megabytes } = found;
  const sign = isWarded(found) ? '✓' : '✗';
  print(escapeToLine(`${sign} ${group}: ${name}: ${seen} (${milliseconds} ms, ${megabytes} MB)`));
}

const lost = attacked.filter((each) => !isWarded(each));
print(`${attacked.length} attacks, ${lost.length} lost.`);
if (asked === '') writeWholeFile('docs/security.md', toPage(attacked));
process.exitCode = lost.length === 0 && attacked.length > 0 ? 0 : 1;

function toPage(all: readonly Attacked[]): string {
  const intro = fillTemplate(readFileSync('selftest/attacks/page.md', 'utf8'), {
    count: all.length,
    lost: lost.length,
    seconds: (Math.max(...all.map(({ milliseconds }) => milliseconds)) / 1000).toFixed(1),
    code: listed(foreignCode),
    options: listed(harmlessOptions),
  });
  return `${intro.trimEnd()}\n\n${toTable(all)}\n`;
}

function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

/** Returns a row for each group and expected result, with the number of its attacks and of those that were lost. */
function toTable(all: readonly Attacked[]): string {
  const groups = groupByKey(all, ({ group, expected }) => JSON.stringify([group, expected]));
  const rows = [...groups].map(([key, tried]) => {
    const count = tried.filter((each) => !isWarded(each)).length;
    return [...JSON.parse(key).map(code), String(tried.length), String(count)];
  });
  return markdownTable([['attack', 'expected', 'tried', 'lost'], ...rows], { alignDelimiters: false });
}

function code(text: string): string {
  return escapeToLine(text).replace(/[\\`*_{}[\]<>|#!~@]/g, (character) => `\\${character}`);
}
