import { randomUUID } from 'node:crypto';
import { type TestInfo, test } from '@playwright/test';
import type { TestCase } from '@playwright/test/reporter';
import { CREATES, getDescriptions, getLevel, REQUIREMENT } from '#api/covers';
import { type Endpoint, endpointOfFile, getOperation } from '#api/operations';
import { getRequirement } from '#api/register';
import { levels } from '#api/requirement';
import type { State } from '#api/states';
import counts from '#requirements/single-use.json' with { type: 'json' };
import { appendToChannel, type PlannedTest, readChannel } from '#run/channels';
import { getShare } from '#run/partial-run';
import type { RunContext } from '#run/run-context';
import { getDefaults } from '#run/settings/target';
import { skipTest } from '#run/skip';

type Budgeted = Pick<RunContext, 'settings' | 'shard' | 'replay'>;

/** Returns the budget of an operation, the one that is set, else the default of the target; undefined without a limit. */
export function getBudget(endpoint: Endpoint, { settings, shard, replay }: Budgeted) {
  const { creates } = getOperation(endpoint);
  if (!creates || replay) return undefined; // a replay creates nothing
  const what = creates.what === 'test users' ? 'test-users' : creates.what;
  const whole = settings.BUDGET[what] ?? getDefaults(settings).BUDGET[what];
  if (!Number.isFinite(whole)) return undefined;
  const spent = readChannel('spent').reduce((sum, line) => (line.of === endpoint ? sum + line.created : sum), 0);
  const most = getShare(Math.max(0, whole - spent), shard);
  return { variable: `BUDGET=${what}`, spent, most, per: settings.BUDGET.per ?? 'night' };
}

/** Reserves one place for a request that may create, if fewer than `below` are taken; returns its id to settle it. */
export function reserve(of: Endpoint, below: number): string | undefined {
  const id = randomUUID();
  appendToChannel('budget', { reserve: id, of, below });
  return countPlaces().open.has(id) ? id : undefined;
}

/** Records the number of resources that a reserved request created, for good. */
export function closeReservation(id: string, created: number): void {
  appendToChannel('budget', { settle: id, created });
}

/** Returns the open reservations, and the number of places of an operation that are reserved or used. */
function countPlaces() {
  const open = new Map<string, Endpoint>();
  const created = new Map<Endpoint, number>();
  const countTaken = (endpoint: Endpoint) =>
    [...open.values()].filter((of) => of === endpoint).length + (created.get(endpoint) ?? 0);
  for (const line of readChannel('budget')) {
    if ('reserve' in line) {
      if (countTaken(line.of) < line.below) open.set(line.reserve, line.of);
      continue;
    }
    const of = open.get(line.settle);
    if (of === undefined) continue;
    open.delete(line.settle);
    created.set(of, (created.get(of) ?? 0) + line.created);
  }
  return { open, countTaken };
}

type Annotations = TestCase['annotations'];

/** Records every test of the run, in the order in which they run. */
export function recordOrder(tests: readonly TestCase[]): void {
  for (const { id, location, annotations } of tests) {
    const row = { id, endpoint: endpointOfFile(location.file) ?? '', level: getLevel(annotations) ?? 'question' };
    appendToChannel('order', { ...row, ids: getIds(annotations), creates: getCreations(annotations) });
  }
}

function getIds(annotations: Annotations): string {
  return getDescriptions(annotations, REQUIREMENT).sort().join(' ');
}

/** Returns how many resources of an operation a test creates; it may create those of several. */
function countWished(creates: string, endpoint: Endpoint): number {
  const counts = creates.split(', ').map((each) => each.split(' '));
  return counts.reduce((sum, [of, count]) => (of === endpoint ? sum + Number(count) : sum), 0);
}

/** Returns what a test creates: `test-users 2, wallet-agreements 2`; empty if it creates nothing. */
function getCreations(annotations: Annotations): string {
  return getDescriptions(annotations, CREATES).join(', ');
}

type Running = Pick<TestInfo, 'testId' | 'annotations'>;

/** Returns how many resources a test must leave to a control request, and to tests that tell more or cost less. */
export function countOwed(endpoint: Endpoint, running: Running, hasBaseline: boolean, tests = readChannel('order')) {
  const toCome = listTestsAfter(running, tests);
  const cost = ({ creates }: Priced) => countWished(creates, endpoint);
  const control = !hasBaseline && toCome.some((test) => test.endpoint === endpoint) ? 1 : 0;
  return selectMoreTelling(running, toCome, cost).reduce((sum, test) => sum + cost(test), control);
}

/** Returns how many values of a single-use state must be left after the next one that a test takes. */
export function countOwedValues(state: State, running: Running, taken: number, tests = readChannel('order')): number {
  const better = selectMoreTelling(running, listTestsAfter(running, tests), ({ ids }) => countValues(state, ids).all);
  const others = better.reduce((sum, { ids }) => sum + countValues(state, ids).each, 0);
  const further = countValues(state, getIds(running.annotations)).each - taken - 1;
  return others === 0 ? 0 : others + Math.max(0, further);
}

type Priced = Pick<PlannedTest, 'level' | 'ids' | 'creates'>;

function listTestsAfter({ testId }: Running, tests: readonly PlannedTest[]): readonly PlannedTest[] {
  return tests.slice(tests.findIndex(({ id }) => id === testId) + 1);
}

/** Returns the tests of a higher level than the running one, and the cheaper ones of its own. */
function selectMoreTelling({ annotations }: Running, tests: readonly PlannedTest[], cost: (test: Priced) => number) {
  const level = getLevel(annotations) ?? 'question';
  const current = { level, ids: getIds(annotations), creates: getCreations(annotations) };
  const rank = levels.indexOf(current.level);
  return tests.filter((test) => {
    const other = levels.indexOf(test.level);
    return other < rank || (other === rank && cost(test) < cost(current));
  });
}

/** Returns the number of resources that a running test will create after those it asked for; at least one. */
export function countStillNeeded(endpoint: Endpoint, { annotations }: Pick<Running, 'annotations'>, asked: number) {
  return Math.max(1, countWished(getCreations(annotations), endpoint) - asked);
}

/** The tests of the same requirements, with spaces between their ids, and how many values of a state they take together. */
type Takers = Readonly<{ ids: string; values: number; tests: number }>;

const takers: Readonly<Partial<Record<State, readonly Takers[]>>> = counts;

/** Returns how many values of a single-use state a test of these requirements takes, and all of them together. */
export function countValues(state: State, ids: string): { readonly each: number; readonly all: number } {
  const found = takers[state]?.find((row) => row.ids === ids);
  return found ? { each: Math.ceil(found.values / found.tests), all: found.values } : { each: 0, all: 0 };
}

/** Returns how many values of a single-use state all musts take that a run judges. */
export function countValuesOfMusts(state: State, isJudged: (endpoint: string) => boolean): number {
  const isMust = (id: string) => {
    const { level, endpoint } = getRequirement(id);
    return level === 'must' && isJudged(endpoint);
  };
  const rows = takers[state]?.filter(({ ids }) => ids === '' || ids.split(' ').some(isMust)) ?? [];
  return rows.reduce((sum, { values }) => sum + values, 0);
}

/** The purpose of a request that is not the subject of its test: a control, or a rejection, which creates nothing. */
export type Purpose = 'control' | 'rejection';

/** Creates the spending of a worker: sends within the budget of an operation, or ends the test. A rejection costs nothing. */
export function createSpend(run: Budgeted, hasBaseline: (control: string) => boolean) {
  const countAsked = createAskedCount();
  /** Operations that a target carried out although a should expects a rejection. */
  const wasted = new Set<Endpoint>();
  const isMust = () => getLevel(test.info().annotations) === 'must';
  const countOthers = (endpoint: Endpoint) => countOwed(endpoint, test.info(), hasBaseline(endpoint));
  /** Returns the count below which the subject of a test is sent; one resource is kept for an accepted invalid request. */
  const limitSubject = (endpoint: Endpoint, most: number) => {
    const testInfo = test.info();
    const further = countStillNeeded(endpoint, testInfo, countAsked(testInfo, endpoint)) - 1;
    const others = testInfo.retry > 0 ? 0 : countOthers(endpoint); // after the rest
    return most - 1 - others - further;
  };
  /** Returns the count below which a request is sent that must be rejected; it takes a place and gives it back. */
  const limitRejection = (endpoint: Endpoint, most: number) => {
    if (most === 1) return 2;
    return wasted.has(endpoint) && !isMust() ? most - countOthers(endpoint) : most;
  };
  const limits = { subject: limitSubject, rejection: limitRejection, control: (_: Endpoint, most: number) => most };
  return async <T>(
    endpoint: Endpoint,
    purpose: Purpose | undefined,
    send: () => Promise<T>,
    created: () => number,
  ): Promise<T> => {
    const budget = getBudget(endpoint, run);
    if (budget === undefined) return send();
    const { variable, most, spent, per } = budget;
    const place = reserve(endpoint, limits[purpose ?? 'subject'](endpoint, most));
    if (!place) return skipTest({ kind: 'budget', variable, most, ...(spent > 0 ? { spent, per } : {}) });
    try {
      return await send();
    } finally {
      if (purpose === 'rejection' && !isMust() && created() > 0) wasted.add(endpoint);
      closeReservation(place, created());
    }
  };
}

/** Creates a function that returns how often it was called before, for a test and an operation. */
function createAskedCount() {
  const asked = new WeakMap<TestInfo, Map<Endpoint, number>>();
  return (testInfo: TestInfo, endpoint: Endpoint): number => {
    const counts = asked.get(testInfo) ?? new Map<Endpoint, number>();
    const before = counts.get(endpoint) ?? 0;
    asked.set(testInfo, counts.set(endpoint, before + 1));
    return before;
  };
}
