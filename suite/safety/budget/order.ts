import type { TestCase } from '@playwright/test/reporter';
import { CREATES, LEVEL } from '../../core/covers.ts';
import type { Endpoint } from '../../core/operations.ts';
import { type Level, levels } from '../../core/requirement.ts';
import type { PlannedTest } from '../../run/channel-table.ts';
import { append, read } from '../../run/channels.ts';

type Annotations = TestCase['annotations'];

/** Tells the workers every test of the run, in the order in which they run. */
export function noteOrder(tests: readonly TestCase[]): void {
  for (const { id, parent, annotations } of tests) {
    const row = { id, endpoint: parent.project()?.name ?? '', level: levelOf(annotations) };
    append('order', { ...row, creates: wordOf(annotations, CREATES) });
  }
}

/** Every test of the run in its order. */
export function plannedTests(): readonly PlannedTest[] {
  return read('order');
}

/** The strictest level that a test is annotated with. */
export function levelOf(annotations: Annotations): Level {
  return (
    levels.find((level) => annotations.some((row) => row.type === LEVEL && row.description === level)) ??
    'question'
  );
}

/** How many resources of an operation a test says that it creates. */
export function wish(creates: string, endpoint: Endpoint): number {
  const [of, count] = creates.split(' ');
  return of === endpoint ? Number(count) : 0;
}

/** What an annotation says of a test; nothing where it has none. */
export function wordOf(annotations: Annotations, type: string): string {
  return annotations.find((row) => row.type === type)?.description ?? '';
}
