import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { hostileAnswers } from '../hostile/answers.ts';
import { expectBreach, runAgainst } from '../hostile/run-hostile.ts';

let ordinary: Promise<number> | undefined;

for (const { name, write, breaks, says, more = 200 } of hostileAnswers) {
  test(`${name} is a breach of ${breaks}, and harms nothing`, async () => {
    ordinary ??= runAgainst((socket) => socket.write('HTTP/1.1 204 None\r\n\r\n'), `@${breaks}`).then(
      ({ peakMegabytes }) => peakMegabytes,
    );
    const usual = await ordinary;

    const run = await runAgainst(write, `@${breaks}`);

    expectBreach(run, { breaks, says });
    test.info().annotations.push({ type: 'peak', description: `${Math.round(run.peakMegabytes - usual)} MB` });
    expect(sizeOf(run.reports)).toBeLessThan(5_000_000);
    expect(run.peakMegabytes).toBeLessThan(usual + more);
  });
}

function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
}
