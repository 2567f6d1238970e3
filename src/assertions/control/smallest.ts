import { type TestInfo, test } from '@playwright/test';
import type { Problem } from '#api/cause';
import { type Exchange, isSuccess } from '#api/exchange';
import { edit, isObject, type Json, type JsonObject } from '#factories/json';
import { humanText } from '#factories/preferences/preference';
import type { CallOptions } from '#http/request';
import { writeImmediately } from '#run/in-order';
import { type RunContext, tagIn } from '#run/run-context';
import { hasToSpare } from '#safety/budget';

const MOST = 30;
const LONGEST = 20_000;
const walks = new WeakMap<TestInfo, { left: number; readonly until: number }>();

interface Again {
  readonly status: (body: JsonObject) => Promise<number>;
  readonly run: RunContext;
}

interface Sent extends Again {
  readonly body: JsonObject;
  readonly usual: JsonObject;
}

const sentWith = new WeakMap<Exchange, Sent>();

/** Records the default request of an exchange, with which the rejected values are found. */
export function recordUsual(exchange: Exchange, { body, usual }: CallOptions, again: Again): void {
  if (isObject(body) && isObject(usual)) sentWith.set(exchange, { body, usual, ...again });
}

/** Returns the fewest values that cause a rejection; none if the search takes too long. */
export async function findSmallest(exchange: Exchange): Promise<Problem[]> {
  const sent = sentWith.get(exchange);
  const found = sent ? listDifferences(sent.body, sent.usual) : [];
  if (!sent || found.length === 0 || !hasToSpare(exchange.endpoint, MOST, sent.run)) return [];
  const status = (some: readonly Difference[]) => getStatus(sent, some);
  if (!isSuccess((await status([])) ?? 0)) return [];
  const isRejected = async (some: readonly Difference[]) => (await status(some)) === exchange.status;
  const few = [...(await fewest(found, isRejected))];
  for (const [index, one] of few.entries())
    few[index] = await shortest(one, sent.run, (shorter) => isRejected(few.with(index, shorter)));
  return [{ kind: 'smallest', members: Object.fromEntries(few.map(({ pointer, value }) => [pointer, value])) }];
}

async function shortest(
  { pointer, value }: Difference,
  { settings }: RunContext,
  isRejected: (shorter: Difference) => Promise<boolean>,
): Promise<Difference> {
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  if (typeof value !== 'string' || !humanText.has(name)) return { pointer, value };
  const tag = tagIn(settings, value) ?? '';
  const made = (letters: readonly string[]) => ({ pointer, value: tag + letters.join('') });
  const letters = [...new Intl.Segmenter().segment(value.replace(tag, ''))].map(({ segment }) => segment);
  return (await isRejected(made(letters)))
    ? made(await fewest(letters, (some) => isRejected(made(some))))
    : { pointer, value };
}

/** Returns the status of the default request with these values; undefined if no more requests may be sent. */
async function getStatus({ usual, status }: Sent, some: readonly Difference[]): Promise<number | undefined> {
  const walk = getWalk(test.info());
  if (walk.left === 0 || performance.now() > walk.until) return undefined;
  walk.left -= 1;
  const { annotations } = test.info();
  const before = annotations.length;
  const body = some.reduce((whole, { pointer, value }) => edit(whole, pointer, () => value), usual);
  return writeImmediately(() => status(body)).catch(() => {
    walk.left = 0;
    annotations.splice(before); // that no more can be found out says nothing of the test
    return undefined;
  });
}

function getWalk(testInfo: TestInfo) {
  const walk = walks.get(testInfo) ?? { left: MOST, until: performance.now() + LONGEST };
  walks.set(testInfo, walk);
  return walk;
}

/** A value of a payload that differs from the usual payload, at a JSON pointer. */
type Difference = { readonly pointer: string; readonly value: Json };

/** Returns each value that differs from the usual payload; a list of another length counts as a whole. */
export function listDifferences(payload: Json, usual: Json | undefined, pointer = ''): Difference[] {
  const others = getMembers(usual);
  const own = getMembers(payload);
  const isList = Array.isArray(payload);
  if (!own || !others || isList !== Array.isArray(usual) || (isList && own.length !== others.length))
    return JSON.stringify(payload) === JSON.stringify(usual) ? [] : [{ pointer, value: payload }];
  const usually = new Map(others);
  return own.flatMap(([name, value]) =>
    listDifferences(value, usually.get(name), `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

/**
 * Returns the fewest pieces with which something still fails. Leaves out halves, then quarters, down to single pieces
 * (delta debugging). The fewer pieces matter, the fewer tries it takes.
 */
export async function fewest<T>(
  all: readonly T[],
  fails: (some: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let kept = all;
  for (let size = all.length; size > 1; ) {
    size = Math.ceil(size / 2);
    for (let from = 0; from < kept.length; ) {
      const others = [...kept.slice(0, from), ...kept.slice(from + size)];
      const isEnough = others.length > 0 && (await fails(others));
      if (isEnough) kept = others;
      else from += size;
    }
  }
  return kept;
}

function getMembers(value: Json | undefined): [string, Json][] | undefined {
  return Array.isArray(value) || isObject(value) ? Object.entries(value) : undefined;
}
