import { expect, test } from '@playwright/test';
import { startGate } from '#client/run/gate';
import { ask } from './ask.ts';
import { faultyRequests } from './rows/faulty.ts';

test('the gate reports each of 154 faulty requests', async () => {
  const gate = await startGate();
  const { log } = gate;
  const missed: string[] = [];
  for (const row of faultyRequests) {
    gate.reset();
    await ask(Number(new URL(gate.url).port), row);
    await expect.poll(() => log.requests.length + log.strays.length, { intervals: [5] }).toBeGreaterThan(0);
    if (gate.findings().length === 0) missed.push(`${row.of}: ${row.what}`);
  }
  await gate.stop();

  expect(missed).toEqual([]);
  expect(faultyRequests).toHaveLength(154);
});
