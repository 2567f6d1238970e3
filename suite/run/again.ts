import type { TestInfo } from '@playwright/test';
import { append, read } from './channels.ts';

/** So many failures of a run are tried again: a target on which more fails has no bad moment, and each takes a worker. */
const MOST = 20;

/** Whether the running test is run once more where it fails. */
export function willRunAgain({ testId, retry, project }: TestInfo): boolean {
  if (retry >= project.retries) return false;
  if (!read('again').includes(testId)) append('again', testId);
  return isRunAgain(testId);
}

/** Whether a test that has failed is run once more. */
export function isRunAgain(testId: string): boolean {
  return read('again').slice(0, MOST).includes(testId);
}
