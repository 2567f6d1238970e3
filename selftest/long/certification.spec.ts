import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { ownFolder } from '../tools/own-folder.ts';
import { endStarted, start } from '../tools/started.ts';

const page = readFileSync('docs/certify.md', 'utf8');

test.afterEach(endStarted);

/** Returns the ten lines under a heading, unchanged except for the paths and URLs of the suite and the service. */
function linesUnder(heading: string, service: string): string[] {
  const [, section = ''] = page.split(`## ${heading}\n`);
  const [, block = ''] = /\n((?: {4}.*\n)+)/.exec(section) ?? [];
  const text = block.replaceAll('SUITE', process.cwd()).replaceAll('https://api.partner.example', service);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.trim());
}

/** Runs the lines in an empty folder until one fails. */
async function typed(lines: readonly string[]): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const options = { cwd: ownFolder('partner'), env: { PATH, HOME }, maxBuffer: 2 ** 26 };
  const { stdout } = await promisify(execFile)('bash', ['-e', '-c', lines.join('\n')], options);
  return stdout;
}

test('a service is certified in the ten lines of docs/certify.md', async () => {
  test.setTimeout(600_000);
  const provider = start(['--import', 'tsx', 'cli/conformance.ts', 'mock', '--port', '0'], {});
  const [, service = ''] = await provider.says(/BASE_URL=(\S+)/);
  const lines = linesUnder('Certify a service', service);

  const said = await typed(lines);

  expect(lines).toHaveLength(10);
  expect(said).toMatch(/^GREEN: CONFORMANT: (\d+) of \1 musts passed\b/m);
  expect(said).toMatch(/^Target: {3}partner, a service at http/m);
  expect(said).toMatch(/^VALID: signed by the given key/m);
  expect(said).not.toContain('+changes');
});

test('a client is certified in the ten lines of docs/certify.md', async () => {
  test.setTimeout(600_000);
  const lines = linesUnder('Certify a client', '');

  const said = await typed(lines);

  expect(lines).toHaveLength(10);
  expect(said).toMatch(/^GREEN: CONFORMANT: (\d+) of \1 musts passed\b/m);
  expect(said).toMatch(/^Target: {3}partner-app, a client, from/m);
  expect(said).toMatch(/^VALID: signed by the given key/m);
  expect(said).not.toContain('+changes');
});
