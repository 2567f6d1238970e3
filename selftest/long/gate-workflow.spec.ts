import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { newRunner } from '../tools/github-runner.ts';
import { close, listen } from '../tools/listen.ts';

/** An origin on which nothing listens any more. */
async function freeOrigin(): Promise<string> {
  const server = createServer();
  const origin = await listen(server);
  await close(server);
  return origin;
}

test('the workflow starts the service of its caller, runs the suite against it and decides', async () => {
  const runner = newRunner();
  const origin = await freeOrigin();
  const pid = path.join(runner.caller, 'pid');
  writeFileSync(
    path.join(runner.caller, 'start.sh'),
    `echo $$ > '${pid}'; cd '${process.cwd()}'; PORT=${new URL(origin).port} exec node --import tsx cli/conformance.ts mock`,
  );

  const steps = runner.run('.github/workflows/gate.yml', {
    start: 'exec sh start.sh',
    'base-url': origin,
    'provider-states-url': `${origin}/_states`,
    require: 'instore-orders',
    'min-exercised': '100%',
  });
  if (existsSync(pid)) process.kill(Number(readFileSync(pid, 'utf8')));

  const said = steps.map(({ name, outcome, output }) => `${name}: ${outcome}\n${output}`).join('\n');
  const of = (name: string) => steps.find((step) => step.name === name);
  expect(of('The run')?.outcome, said).toBe('success');
  expect(of('No secret in the reports')?.outcome, said).toBe('success');
  expect(of('The decision')?.output, said).toContain('gate 0: service is CONFORMANT');
  expect(of('The SDK')?.outcome).toBe('skipped');
});
