import type { TestInfo } from '@playwright/test';
import type { TestCase } from '@playwright/test/reporter';
import { CREATES, LEVEL } from '#api/covers';
import { type Endpoint, endpointOfFile } from '#api/operations';
import { type Level, levels } from '#api/requirement';
import type { PlannedTest } from '#run/channel-table';
import { appendToChannel, readChannel } from '#run/channels';
import { budgetOf, takenOf } from './budgets.ts';

type Annotations = TestCase['annotations'];

/** Records every test of the run, in the order in which they run. */
export function noteOrder(tests: readonly TestCase[]): void {
  for (const { id, location, annotations } of tests) {
    const row = { id, endpoint: endpointOfFile(location.file) ?? '', level: levelOf(annotations) };
    appendToChannel('order', { ...row, creates: wordOf(annotations, CREATES) });
  }
}

function plannedTests(): readonly PlannedTest[] {
  return readChannel('order');
}

function levelOf(annotations: Annotations): Level {
  return (
    levels.find((level) => annotations.some((row) => row.type === LEVEL && row.description === level)) ?? 'question'
  );
}

function wish(creates: string, endpoint: Endpoint): number {
  const [of, count] = creates.split(' ');
  return of === endpoint ? Number(count) : 0;
}

/** Returns the description of an annotation of a test; empty if it has none. */
function wordOf(annotations: Annotations, type: string): string {
  return annotations.find((row) => row.type === type)?.description ?? '';
}

type Running = Pick<TestInfo, 'testId' | 'annotations'>;

/**
 * Returns the number of resources that a test must leave to others: one to the control request if it is not created
 * yet, because most rejections need it, and those that more important tests will create later.
 */
export function owed(endpoint: Endpoint, running: Running, hasBaseline: boolean, tests = plannedTests()): number {
  const toCome = tests.slice(tests.findIndex(({ id }) => id === running.testId) + 1);
  const own = levels.indexOf(levelOf(running.annotations));
  const telling = toCome.filter(({ level }) => levels.indexOf(level) < own);
  const control = !hasBaseline && standsOnControl(endpoint, toCome) ? 1 : 0;
  return telling.reduce((sum, { creates }) => sum + wish(creates, endpoint), control);
}

function standsOnControl(endpoint: Endpoint, toCome: readonly PlannedTest[]): boolean {
  return toCome.some((test) => test.endpoint === endpoint);
}

/** Returns the number of resources that a running test will create after those it asked for; at least one. */
export function stillNeeded(endpoint: Endpoint, { annotations }: Pick<Running, 'annotations'>, asked: number): number {
  return Math.max(1, wish(wordOf(annotations, CREATES), endpoint) - asked);
}

/** Returns true if so many resources may be created in addition to those of the control request and all tests. */
export function hasToSpare(endpoint: Endpoint, count: number): boolean {
  const budget = budgetOf(endpoint);
  if (budget === undefined || !Number.isFinite(budget.most)) return true;
  const wishes = plannedTests().reduce((sum, { creates }) => sum + wish(creates, endpoint), 1);
  return takenOf(endpoint) + wishes + count < budget.most;
}
