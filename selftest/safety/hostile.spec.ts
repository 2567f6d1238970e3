import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, request, test } from '@playwright/test';
import { createCircuitBreaker } from '#http/circuit-breaker';
import { createReach } from '#http/reach';
import { createSend } from '#http/send';
import { expectBreach, hostileAnswers, moreHostileAnswers, runAgainst, startHostile } from '../hostile/run-hostile.ts';

let ordinary: Promise<number> | undefined;

for (const { name, write, breaks, says, more = 200 } of hostileAnswers)
  test(`${name} is a breach of ${breaks}, and harms nothing`, {
    tag: name.includes('UTF-8') ? '@long' : '@slow',
  }, async () => {
    ordinary ??= runAgainst((socket) => socket.write('HTTP/1.1 204 None\r\n\r\n'), `@${breaks}`).then(
      ({ peakMegabytes }) => peakMegabytes,
    );
    const usual = await ordinary;

    const run = await runAgainst(write, `@${breaks}`);

    expectBreach(run, { breaks, says });
    expect(sizeOf(run.reports)).toBeLessThan(5_000_000);
    expect(run.peakMegabytes).toBeLessThan(usual + more);
  });

const inTransport = hostileAnswers.filter(({ breaks, name }) => breaks === 'ORD-01' && !/redirect|members/.test(name));

for (const { name, write, says } of [...inTransport, ...moreHostileAnswers]) {
  test(`${name} is a breach, not an outage`, async () => {
    const server = await startHostile(write);
    const sent = { method: 'GET', url: server.baseUrl, headers: {} };
    const breaker = createCircuitBreaker(server.baseUrl, async () => undefined, false);
    const reach = createReach(
      createSend(() => request.newContext(), 3),
      breaker,
      () => undefined,
      () => [],
    );

    const answered = reach(sent, { sign: sent, expected: undefined });

    await expect(answered).rejects.toThrow(new RegExp(says.replace(/[()]/g, '.'), 'i'));
    await expect(answered).rejects.not.toThrow('inconclusive');
    await server.close();
  });
}

test('an answer of the largest size and depth that are allowed is read', async () => {
  const deepest = `${'['.repeat(500)}${']'.repeat(500)}`;
  const body = `["${'a'.repeat(1_990_000)}", ${deepest.slice(1, -1)}]`;
  const server = await startHostile((socket) =>
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`),
  );

  const answer = await createSend(() => request.newContext(), 5)({ method: 'GET', url: server.baseUrl, headers: {} });
  await server.close();

  expect(answer.json).toEqual(JSON.parse(body));
});

for (const [name, echo] of [
  ['as it is', (body: string) => body],
  ['in an object', (body: string) => `{"received":${body}}`],
  ['as a text', (body: string) => JSON.stringify({ received: body })],
] as const)
  test(`the most nested and the longest request that is sent back ${name} is read`, async () => {
    const nested = `{"junk":${'['.repeat(500)}${']'.repeat(500)},"long":"${'\\u0000'.repeat(400_000)}"}`;
    const echoed = echo(nested);
    const server = await startHostile((socket) =>
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${echoed.length}\r\n\r\n${echoed}`),
    );

    const answer = await createSend(
      () => request.newContext(),
      5,
    )({ method: 'POST', url: server.baseUrl, headers: {}, body: nested });
    await server.close();

    expect(answer.json).toEqual(JSON.parse(echoed));
  });

function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
}
