import { test } from '@playwright/test';
import { ANSWER } from './settle.ts';

const LONGEST = 20_000;

/** Records the answer to a question that the running test covers: a small JSON value, the same for the same behaviour. */
export function record(answer: unknown): void {
  const text = JSON.stringify(answer) ?? 'null';
  const description = text.length > LONGEST ? '"too large to show"' : text;
  test.info().annotations.push({ type: ANSWER, description });
}
