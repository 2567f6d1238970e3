import { randomUUID } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import type { Send } from '#api/exchange';
import { appendToChannel, readChannel } from '#run/channels';
import type { RunContext } from '#run/run-context';
import { extendTimeout } from '#run/running-test';
import { getDefaults } from '#run/settings/target';

export type Throttle = () => Promise<void>;

/** Returns the requests a second that this machine may send: its share of the throttle of the run. */
export function shareOfMachine({ settings, shard }: Pick<RunContext, 'settings' | 'shard'>): number {
  return (settings.MAX_RPS ?? getDefaults(settings).MAX_RPS) / (shard?.total ?? 1);
}

/** Creates a throttle that spaces the requests of all workers evenly; a worker may use the turns of another. */
export function createThrottle(perSecond: number): Throttle {
  const interval = 1000 / perSecond;
  const takeTurn = createTurns(interval);
  return async () => {
    while (pauseLeft() > 0) await wait(pauseLeft());
    if (interval > 0) await wait(takeTurn() - Date.now());
  };
}

async function wait(milliseconds: number): Promise<void> {
  if (milliseconds <= 0) return;
  extendTimeout(milliseconds);
  await after(milliseconds);
}

/** Creates the turns of a run: all workers read them in the order of the channel, and so compute the same times. */
function createTurns(interval: number): () => number {
  let counted = 0;
  let last = 0;
  return () => {
    const by = randomUUID();
    appendToChannel('turns', { by, at: Date.now() });
    const turns = readChannel('turns').slice(counted);
    const until = turns.findIndex((one) => one.by === by) + 1;
    for (const { at } of turns.slice(0, until)) last = Math.max(at, last + interval);
    counted += until;
    return last;
  };
}

/** Returns a sender that keeps a throttle; the timeout of a test is extended by the time that it waits. */
export function withThrottle(send: Send, throttle: Throttle): Send {
  return async (request) => {
    await throttle();
    const started = performance.now();
    return send(request).finally(() => extendTimeout(performance.now() - started));
  };
}

/** The longest that a run waits at a time, and in total, because a target asks for it (Retry-After). */
const most = { atATime: 30, inAll: 600 } as const;

/** Returns the seconds that a run may still wait because a target asks for it. */
export function getLongestWait(pauses: readonly { readonly seconds: number }[] = readChannel('pause')): number {
  const waited = pauses.reduce((total, { seconds }) => total + seconds, 0);
  return Math.max(0, Math.min(most.atATime, most.inAll - waited));
}

/** Lets every worker wait for so many seconds before its next request. */
export function pause(seconds: number): void {
  if (seconds > 0) appendToChannel('pause', { seconds, until: Date.now() + seconds * 1000 });
}

/** Returns the milliseconds until the last pause ends; negative if none is on. */
function pauseLeft(): number {
  return Math.max(0, ...readChannel('pause').map(({ until }) => until)) - Date.now();
}
