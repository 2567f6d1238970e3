import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, long, slow, test } from '../tools/fixtures.ts';
import { readResult, runProgram, runSuite } from '../tools/runs.ts';

const outputs = [
  ['a pipe that its reader closes', '| true', 'its reader closed the pipe'],
  ['a full disk', '> /dev/full', 'ENOSPC'],
] as const;

for (const [name, command] of [
  ['payloads', 'mock payloads --valid 5000'],
  ['ledger', 'ledger diff ledgers/embedded.json ledgers/embedded.json'],
] as const) {
  for (const [title, to, says] of outputs) {
    test(`${name} ends on ${title} with one sentence and an error`, long, async () => {
      const script = `set -o pipefail; node --import tsx cli/conformance.ts ${command} ${to}`;

      const end = await runProgram('/bin/bash', ['-c', script]);

      expect(end).toMatchObject({ code: 1, stderr: expect.stringContaining(says) });
      expect(end).toMatchObject({ stderr: expect.stringMatching(/^The output is incomplete: .*\n$/) });
    });
  }
}

for (const [title, to, says] of outputs) {
  test(`a run whose output ends in ${title} fails in one sentence, and its reports are whole`, slow, async () => {
    const folder = test.info().outputPath('reports');
    const script = `set -o pipefail; npx playwright test --project=instore-orders --grep=@ORD-01 ${to}`;

    const end = await runProgram('/bin/bash', ['-c', script], { REPORTS_DIR: folder });

    expect(end).toMatchObject({ code: 1, stderr: expect.stringContaining(says) });
    expect(end.stderr.match(/output is incomplete/g)).toHaveLength(1);
    expect(end.stderr).not.toContain('    at ');
    expect(readResult(folder).verdict).toBe('INCOMPLETE');
    expect(existsSync(path.join(folder, 'conformance.html'))).toBe(true);
  });
}

const one = ['--project=instore-orders', '--grep', 'rejects an empty external_pos_id'];

test('no trace is written, which would hold every secret', long, async () => {
  const run = await runSuite({}, ...one, '--trace=on');

  expect(run.output).toContain('1 passed');
  const files = readdirSync(run.reports, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => file.endsWith('.zip'))).toEqual([]);
});

test('a PORT that the machine sets for something else has no say in the embedded provider', slow, async () => {
  const run = await runSuite({ PORT: 'tcp://10.0.0.1:80' }, ...one);

  expect(run.code).toBe(0);
});
