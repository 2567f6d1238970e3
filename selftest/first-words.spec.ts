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

test('docs/troubleshooting.md lists wrong inputs', () => {
  expect(rows.length).toBeGreaterThan(80);
});
