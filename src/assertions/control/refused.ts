import { type TestInfo, test } from '@playwright/test';
import { LEVEL } from '#api/covers';
import { markUnproven } from '#run/skip';
import { problemOf } from '../explain.ts';
import type { ControlName } from './controls.ts';

type Control = () => Promise<void>;

const refusedIn = new WeakMap<TestInfo, Map<ControlName, Control>>();

/** Remembers that the running test had a request refused, and the control by which that means something. */
export function noteRefused(controlName: ControlName, control: Control): void {
  const testInfo = test.info();
  const refused = refusedIn.get(testInfo) ?? new Map<ControlName, Control>();
  refusedIn.set(testInfo, refused.set(controlName, control));
}

/**
 * A question is answered by a refusal only where the same request made valid is accepted: what refuses everything has
 * answered nothing. Where the control itself cannot be sent, the answer stands.
 */
export async function holdAnswers(testInfo: TestInfo): Promise<void> {
  const levels = testInfo.annotations.filter(({ type }) => type === LEVEL);
  if (testInfo.status !== 'passed' || levels.some(({ description }) => description !== 'question')) return;
  for (const control of refusedIn.get(testInfo)?.values() ?? []) {
    const requirement = await failedControl(testInfo, control);
    if (requirement !== undefined) return markUnproven({ kind: 'failed control', requirement });
  }
}

/** The requirement that a control breaks which was sent and refused. */
async function failedControl({ annotations }: TestInfo, control: Control): Promise<string | undefined> {
  const before = annotations.length;
  const problem = await control().then(() => undefined, problemOf);
  annotations.splice(before);
  return problem?.kind === 'control' ? problem.requirement : undefined;
}
