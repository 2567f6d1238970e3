import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'dotenv';
import { ownFolder } from '../tools/own-folder.ts';
import { runCommand } from '../tools/run-command.ts';
import { runSuite } from '../tools/run-suite.ts';

// The two commands of docs/targets.md. Opt-in: the first one downloads 185 packages.
test.skip(process.env.PRISM !== '1', 'PRISM=1 runs it: it installs Prism');

/** Starts Prism as the page says, on a free port; resolves when it listens. */
async function startPrism(document: string): Promise<{ url: string; stop: () => void }> {
  const words = /npx (.*?prism mock)/.exec(readFileSync('docs/targets.md', 'utf8'))?.[1]?.split(' ') ?? [];
  const child = spawn('npx', [...words, '--port', '0', document], { detached: true });
  const stop = () => process.kill(-(child.pid ?? 0), 'SIGTERM'); // npx and what it started
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [, found] = /Prism is listening on (http:\S+)/.exec(output) ?? [];
      if (found) resolve(found);
    });
    child.on('close', () => reject(new Error(`Prism did not start: ${output}`)));
  });
  return { url, stop };
}

test('Prism, which serves the OpenAPI document, passes what it can do and fails nothing', async () => {
  const folder = ownFolder('prism');
  await runCommand('openapi', [], { REPORTS_DIR: folder });
  const prism = await startPrism(path.join(folder, 'openapi.yaml'));

  const run = await runSuite({
    ...parse(readFileSync('cli/openapi/prism.env')),
    BASE_URL: prism.url,
    STRICT: '1',
    WORKERS: '2',
  });
  prism.stop();

  const { verdict, counts, requirements } = run.document();
  const open = requirements.filter(({ level, outcome }) => level === 'must' && outcome !== 'passed');
  expect([run.code, verdict, counts.must.failed, counts.should.failed]).toEqual([0, 'INCOMPLETE', 0, 0]);
  expect(counts.must.passed).toBeGreaterThan(40);
  expect(open.filter(({ reason = '' }) => !reason.startsWith('switched off by WITHOUT='))).toEqual([]);
});
