import { appendToChannel, readChannel } from '#run/channels';

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
export function pauseLeft(): number {
  return Math.max(0, ...readChannel('pause').map(({ until }) => until)) - Date.now();
}
