import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

// `node --import tsx selftest/freeze.ts FOLDER`: writes what a change that changes nothing must leave byte for byte as it is. Two folders,
// one of before and one of after, are held against each other with `diff -r`.
const folder = process.argv[2];
if (!folder) throw new Error('Name the folder to write to: node --import tsx selftest/freeze.ts /tmp/before');
mkdirSync(folder, { recursive: true });

const reports = mkdtempSync(path.join(tmpdir(), 'freeze-'));
const { PATH = '', HOME = '' } = process.env;
const env = { PATH, HOME, SEED: '1', RUN_ID: 'frozen', REPORTS_DIR: reports };
const playwright = ['node_modules/@playwright/test/cli.js', 'test'];
const { stdout } = spawnSync(process.execPath, playwright, { env, encoding: 'utf8' });

write('summary.txt', timeless(stdout));
write('conformance.json', timeless(JSON.stringify(fixed(readJson('conformance.json')), null, 2)));
copyFileSync(path.join(reports, 'answers.json'), path.join(folder, 'answers.json'));
for (const name of ['docs/coverage.md', 'docs/faults.md']) copyFileSync(name, path.join(folder, path.basename(name)));
cpSync('ledgers', path.join(folder, 'ledgers'), { recursive: true });

const client = ['node', 'selftest/sdk/clients/https.mjs'];
execFileSync('npm', ['run', '-s', 'sdk', '--', '--', ...client], { env, stdio: 'ignore' });
write('sdk.json', timeless(JSON.stringify(readJson('sdk.json'), null, 2)));
rmSync(reports, { recursive: true });

function readJson(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path.join(reports, name), 'utf8'));
}

/** A result without what differs between two runs: when they were, how long they took, how often a state was asked for. */
function fixed({ started: _s, ended: _e, times: _t, ...document }: Record<string, unknown>) {
  return document;
}

function timeless(text: string): string {
  return text
    .replaceAll(reports, 'REPORTS')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
    .replace(/"milliseconds": \d+/g, '"milliseconds": TIME')
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'TIME');
}

function write(name: string, text: string): void {
  writeFileSync(path.join(folder ?? '', name), `${text}\n`);
}
