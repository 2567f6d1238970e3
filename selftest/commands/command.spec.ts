import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';

const commands: Readonly<Record<string, string>> = {
  payloads: 'mock payloads --valid 5000',
  ledger: 'ledger diff ledgers/embedded.json ledgers/embedded.json',
};
const outputs = [
  { title: 'a pipe that its reader closes', to: '| true', says: 'its reader closed the pipe' },
  { title: 'a full disk', to: '> /dev/full', says: 'ENOSPC' },
];

for (const [name, command] of Object.entries(commands)) {
  for (const { title, to, says } of outputs) {
    test(`${name} ends on ${title} with one sentence and an error`, { tag: '@long' }, async () => {
      const script = `set -o pipefail; node --import tsx cli/conformance.ts ${command} ${to}`;

      const end = await promisify(execFile)('/bin/bash', ['-c', script]).catch((error: unknown) => error);

      expect(end).toMatchObject({ code: 1, stderr: expect.stringContaining(says) });
      expect(end).toMatchObject({ stderr: expect.stringMatching(/^The output was not written whole: .*\n$/) });
    });
  }
}

for (const { title, to, says } of outputs) {
  test(`a run whose output ends in ${title} fails in one sentence, and its reports are whole`, {
    tag: '@slow',
  }, async () => {
    const folder = test.info().outputPath('reports');
    const script = `set -o pipefail; npx playwright test --project=instore-orders --grep=@ORD-01 ${to}`;
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, REPORTS_DIR: folder };

    const end = await promisify(execFile)('/bin/bash', ['-c', script], { env }).catch((error) => error);

    expect(end).toMatchObject({ code: 1, stderr: expect.stringContaining(says) });
    expect(end.stderr.match(/not written whole/g)).toHaveLength(1);
    expect(end.stderr).not.toContain('    at ');
    const { verdict } = JSON.parse(readFileSync(path.join(folder, 'conformance.json'), 'utf8'));
    expect(verdict).toBe('INCOMPLETE');
    expect(existsSync(path.join(folder, 'conformance.html'))).toBe(true);
  });
}
