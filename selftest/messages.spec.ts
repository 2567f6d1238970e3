import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import packageFile from '../package.json' with { type: 'json' };
import { expect, ownFolder, runProgram, test } from './tools/fixtures.ts';

const page = readFileSync('docs/troubleshooting.md', 'utf8');
const [, beforeRun = ''] = /^## Before a run$(.*?)^## /ms.exec(page) ?? [];
const rows = [...beforeRun.matchAll(/^\| `(.+)` \| (.+) \| (\d) \|$/gm)];
const scripts: Readonly<Record<string, string>> = packageFile.scripts;

/** Runs a line in a shell with an empty folder for reports; starts Node directly, because npm is slow. */
async function typed(line: string) {
  const reports = ownFolder('typed');
  const byNode = line.replace(/npm run (\w+)(?: --)?/, (_, name: string) => scripts[name] ?? '');
  const { stdout, stderr, code } = await runProgram('bash', ['-c', byNode], { REPORTS_DIR: reports });
  const message = stderr
    .replace(/^npm warn .*\n/gm, '')
    .trim()
    .replaceAll(reports, 'reports')
    .replaceAll(`${process.cwd()}/`, '');
  return { out: stdout, message, code, written: readdirSync(reports) };
}

/** Matches a wrong setting and a wrong argument, which stand for the others. */
const quick = /^(?:STRCIT|npm run gate -- nowhere)\b/;

for (const [, line = '', message, code] of rows)
  test(`${line} prints the message of docs/troubleshooting.md, and nothing runs`, {
    tag: quick.test(line) ? [] : '@slow',
  }, async () => {
    const run = await typed(line);

    expect(run).toEqual({ out: '', message, code: Number(code), written: [] });
    expect(run.code).not.toBe(0);
  });

test('docs/troubleshooting.md lists wrong inputs', () => expect(rows.length).toBeGreaterThan(80));

/** Matches an expression in a template literal, with one level of braces or templates in it. */
const placeholder = /\$\{(?:[^{}`]|\{[^{}]*\}|`[^`]*`)*\}/;
const literal = new RegExp(`'(?:[^'\\\\\\n]|\\\\.)*'|\`(?:${placeholder.source}|[^\`\\\\]|\\\\.)*\``);
/** Matches each text that ends a command or rejects an option or a setting, up to the end of its first literal. */
const thrown = new RegExp(`throw new (?:Error|InvalidArgumentError|EnvError)\\(\\s*(${literal.source})`, 'g');
const printed = new RegExp(`(?:process\\.stderr\\.write|console\\.error)\\(\\s*(${literal.source})`, 'g');

const nextStep = /(?:Expected|Did you mean|Use|Set|Unset|Run|Check|Add|Fix) /;
const message = new RegExp(`(?:^|[.?…] )${nextStep.source}[^]*[.?]$`);

/** Matches a message whose next step comes from a value, as in `… does not exist. …`. */
const handedOn = /(?:^|[.:] |… |\()…[.)]?$/;
/** Matches a clause that the message of a caller contains, and lines that are no message. */
const clause = /^["a-z][^.?]*$/;

/** Returns the text of a literal, with … for each placeholder. */
function listWords(source: string): string {
  const text = source.slice(1, -1).replaceAll(new RegExp(placeholder.source, 'g'), '…');
  return text.replaceAll('\\n', ' ').replaceAll(/\\(.)/g, '$1').trim();
}

test('every message says what is wrong and then the next step', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', ':!selftest', ':!tests'], { encoding: 'utf8' }).split(/\s+/);
  const messages = files.filter(Boolean).flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const found = [...text.matchAll(thrown), ...text.matchAll(printed)];
    return found.map(({ 1: source = '' }) => ({ file, words: listWords(source) }));
  });

  const wrong = messages.filter(({ words }) => ![message, handedOn, clause].some((form) => form.test(words)));

  expect(messages.length).toBeGreaterThan(80);
  expect(wrong.map(({ file, words }) => `${file}: ${words}`)).toEqual([]);
});
