import { type TestInfo, test } from '@playwright/test';
import type { Problem } from '#api/cause';
import { LEVEL } from '#api/covers';
import { markUnproven } from '#run/skip';
import type { ControlName } from './controls.ts';

type Control = () => Promise<Problem | undefined>;

const rejectedIn = new WeakMap<TestInfo, Map<ControlName, Control>>();

/** Records that the running test had a request rejected, and the control that makes it count. */
export function recordRejection(controlName: ControlName, control: Control): void {
  const testInfo = test.info();
  const rejected = rejectedIn.get(testInfo) ?? new Map<ControlName, Control>();
  rejectedIn.set(testInfo, rejected.set(controlName, control));
}

/** Drops a recorded rejection if the valid request is rejected too; keeps it if that request cannot be sent. */
export async function checkAnswers(testInfo: TestInfo): Promise<void> {
  const levels = testInfo.annotations.filter(({ type }) => type === LEVEL);
  if (testInfo.status !== 'passed' || levels.some(({ description }) => description !== 'question')) return;
  for (const control of rejectedIn.get(testInfo)?.values() ?? []) {
    const before = testInfo.annotations.length;
    const problem = await control().catch(() => undefined);
    testInfo.annotations.splice(before);
    if (problem?.kind === 'control') return markUnproven({ kind: 'failed control', requirement: problem.requirement });
  }
}
