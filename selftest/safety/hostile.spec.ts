import { statSync } from 'node:fs';
import { request } from '@playwright/test';
import { createCircuitBreaker } from '#http/circuit-breaker';
import { createReach } from '#http/reach';
import { createSend } from '#http/send';
import { expectBreach, hostile, moreHostile, runAgainst, startHostile } from '../hostile/run-hostile.ts';
import { expect, listFiles, test } from '../tools/fixtures.ts';

let ordinary: Promise<number> | undefined;

for (const { name, write, breaks, says, more } of hostile)
  test(`${name} is a breach of ${breaks}, and harms nothing`, {
    tag: name.includes('UTF-8') ? '@long' : '@slow',
  }, async () => {
    ordinary ??= runAgainst((socket) => socket.write('HTTP/1.1 204 None\r\n\r\n'), `@${breaks}`).then(
      ({ peakMegabytes }) => peakMegabytes,
    );
    const usual = await ordinary;

    const run = await runAgainst(write, `@${breaks}`);

    expectBreach(run, { breaks, says });
    const sizes = listFiles(run.reports).map((file) => statSync(file).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(5_000_000);
    expect(run.peakMegabytes).toBeLessThan(usual + more);
  });

const inTransport = hostile.filter(({ breaks, name }) => breaks === 'ORD-01' && !/redirect|members|Node/.test(name));

for (const { name, write, says } of [...inTransport, ...moreHostile])
  test(`${name} is a breach, not an outage`, async ({ open }) => {
    const server = await open(startHostile(write));
    const sent = { method: 'GET', url: server.baseUrl, headers: {} };
    const breaker = createCircuitBreaker(server.baseUrl, async () => undefined, false);
    const reach = createReach(
      createSend(() => request.newContext(), 3),
      breaker,
      () => [],
    );

    const reached = reach(sent, { probe: () => sent, expected: undefined });

    await expect(reached).rejects.toThrow(new RegExp(says.replace(/[()]/g, '.'), 'i'));
    await expect(reached).rejects.not.toThrow('inconclusive');
  });

const deepest = `${'['.repeat(500)}${']'.repeat(500)}`;
const nested = `{"junk":${deepest},"long":"${'\\u0000'.repeat(400_000)}"}`;

for (const [name, response, body] of [
  ['an answer of the largest size and depth that are allowed', `["${'a'.repeat(1_990_000)}", ${deepest.slice(1, -1)}]`],
  ['brackets behind a quote in a text', JSON.stringify({ a: `"${'['.repeat(600)}` }), undefined],
  ['the most nested and the longest request that is sent back as it is', nested, nested],
  ['the most nested and the longest request that is sent back in an object', `{"received":${nested}}`, nested],
  ['the most nested and the longest request that is sent back as a text', JSON.stringify({ nested }), nested],
])
  test(`${name} is read`, async ({ open }) => {
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${response?.length}\r\n\r\n`;
    const server = await open(startHostile((socket) => socket.write(head + response)));
    const sent = { method: body ? 'POST' : 'GET', url: server.baseUrl, headers: {}, ...(body ? { body } : {}) };

    const { json } = await createSend(() => request.newContext(), 5)(sent);

    expect(json).toEqual(JSON.parse(response ?? ''));
  });
