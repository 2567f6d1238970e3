import { randomUUID } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import { type TestInfo, test } from '@playwright/test';
import { appendToChannel, readChannel } from '#run/channels';
import { rateOf } from '#run/partial-run';
import type { RunContext } from '#run/run-context';
import { usual } from '#run/settings/target';
import type { Send } from './send.ts';

export interface Throttle {
  readonly turn: () => Promise<void>;
  readonly pause: (seconds: number) => void;
}

/** The requests a second that this machine may send; the machines that share a run share its throttle too. */
export function shareOfMachine({ settings, shard }: Pick<RunContext, 'settings' | 'shard'>): number {
  return rateOf(settings.MAX_RPS ?? usual(settings).MAX_RPS, shard);
}

/** Requests of all workers at even intervals: what one worker does not use, another may. */
export function createThrottle(perSecond: number): Throttle {
  const interval = 1000 / perSecond;
  const takeTurn = createTurns(interval);
  const turn = async () => {
    await pauseIsOver();
    if (interval === 0) return;
    const left = takeTurn() - Date.now();
    giveTime(left);
    if (left > 0) await after(left);
  };
  return { turn, pause };
}

/**
 * Takes the next turn of the run and gives its time. A worker that reads who asked before it, in the order of the
 * channel, comes to the same times as every other; no library of npm keeps a pace over processes without a server.
 */
function createTurns(interval: number): () => number {
  let counted = 0;
  let last = 0;
  return () => {
    const by = randomUUID();
    appendToChannel('turns', { by, at: Date.now() });
    const asked = readChannel('turns').slice(counted);
    const until = asked.findIndex((one) => one.by === by) + 1;
    for (const { at } of asked.slice(0, until)) last = Math.max(at, last + interval);
    counted += until;
    return last;
  };
}

/** A sender that keeps a throttle; a test has as long as its requests take. */
export function throttled(send: Send, { turn }: Throttle): Send {
  return async (request) => {
    await turn();
    const started = performance.now();
    return send(request).finally(() => giveTime(performance.now() - started));
  };
}

/** The longest that a run waits at once, and in all, because a target asks for it (Retry-After). */
const LONGEST = 30;
const LONGEST_IN_ALL = 600;

/** The seconds that a run which was asked to wait so often would still wait where a target asks for it. */
export function longestWait(pauses: readonly { readonly seconds: number }[] = readChannel('pause')): number {
  const waited = pauses.reduce((total, { seconds }) => total + seconds, 0);
  return Math.max(0, Math.min(LONGEST, LONGEST_IN_ALL - waited));
}

function pause(seconds: number): void {
  if (seconds > 0) appendToChannel('pause', { seconds, until: Date.now() + seconds * 1000 });
}

async function pauseIsOver(): Promise<void> {
  for (let left = pauseLeft(); left > 0; left = pauseLeft()) {
    giveTime(left);
    await after(left);
  }
}

function pauseLeft(): number {
  return Math.max(0, ...readChannel('pause').map(({ until }) => until)) - Date.now();
}

/** Extends the timeout of the running test by the time that it waits for others. */
export function giveTime(milliseconds: number): void {
  const testInfo = running();
  if (testInfo && testInfo.timeout > 0) testInfo.setTimeout(testInfo.timeout + Math.ceil(milliseconds));
}

/** The running test; there is none where a worker ends what it shares among its tests. */
export function running(): TestInfo | undefined {
  try {
    return test.info();
  } catch {
    return undefined;
  }
}
