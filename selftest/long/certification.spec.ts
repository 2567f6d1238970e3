import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { ownFolder, program, runProgram } from '../tools/fixtures.ts';
import { endStarted, start } from '../tools/started.ts';

const page = readFileSync('docs/certify.md', 'utf8');

test.afterEach(endStarted);

/** Returns the ten lines under a heading, unchanged except for the paths and URLs of the suite and the service. */
function linesUnder(heading: string, service: string): string[] {
  const [, section = ''] = page.split(`## ${heading}\n`);
  const [, block = ''] = /\n((?: {4}.*\n)+)/.exec(section) ?? [];
  const text = block.replaceAll('SUITE', process.cwd()).replaceAll('https://api.partner.example', service);
  return text.trim().split(/\s*\n\s*/);
}

for (const [subject, target] of [
  ['service', /^Target: {3}partner, a service at http/m],
  ['client', /^Target: {3}partner-app, a client, from/m],
] as const)
  test(`a ${subject} is certified in the ten lines of docs/certify.md`, async () => {
    test.setTimeout(600_000);
    const provider = start([...program, 'mock', '--port', '0'], {});
    const [, service = ''] = await provider.says(/BASE_URL=(\S+)/);
    const lines = linesUnder(`Certify a ${subject}`, service);

    const { stdout, stderr } = await runProgram('bash', ['-e', '-c', lines.join('\n')], {}, ownFolder('partner'));

    expect(lines).toHaveLength(10);
    expect(stdout, stderr).toMatch(/^GREEN: CONFORMANT: (\d+) of \1 musts passed\b/m);
    expect(stdout).toMatch(target);
    expect(stdout, stderr).toMatch(/^VALID: signed by the given key/m);
    expect(stdout).not.toContain('+changes');
  });
