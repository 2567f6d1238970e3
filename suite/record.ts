import { test } from '@playwright/test';
import { ANSWER } from './settle.ts';

/** Records the answer to a question that the running test covers: a small JSON value, the same for the same behaviour. */
export function record(answer: unknown): void {
  test.info().annotations.push({ type: ANSWER, description: JSON.stringify(answer) });
}
