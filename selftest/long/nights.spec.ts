import { expect, test } from '@playwright/test';
import { runCommand } from '../tools/run-command.ts';

test('three nights of the rehearsal say what the calendar wants of the issue, and show the bad moment as unstable', async () => {
  const run = await runCommand('nights', ['3']);

  expect(run.code).toBe(0);
  expect(run.stdout).toMatch(/\| 2026-10-03 \| a bad moment: one 500 \| b1 \| INCOMPLETE \| .* \| ORD-11 \|/);
});
